import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { queueSearchOf } from './queue-search.js';

const queue = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  validateSearch: queueSearchOf,
  component: lazyPage(() => import('./queue-page.js'), 'QueuePage'),
});

const release = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review/$plugin/$version',
  component: lazyPage(() => import('./review-page.js'), 'ReviewPage'),
});

export const reviewRoutes = [queue, release] as const;
