import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';
import { rootRoute } from '../root-route.js';
import { queueSearchOf } from './queue-search.js';

const queue = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  validateSearch: queueSearchOf,
  component: lazyRouteComponent(
    pageFile(() => import('./queue-page.js')),
    'QueuePage',
  ),
});

const release = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/$plugin/$version',
  component: lazyRouteComponent(
    pageFile(() => import('./review-page.js')),
    'ReviewPage',
  ),
});

export const reviewRoutes = [queue, release] as const;
