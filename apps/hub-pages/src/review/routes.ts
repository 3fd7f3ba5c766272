import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';
import { queueSearchOf } from './queue-search.js';

const queue = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  validateSearch: queueSearchOf,
  component: lazyRouteComponent(() => import('./queue-page.js'), 'QueuePage'),
});

const release = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/$plugin/$version',
  component: lazyRouteComponent(() => import('./review-page.js'), 'ReviewPage'),
});

export const reviewRoutes = [queue, release] as const;
