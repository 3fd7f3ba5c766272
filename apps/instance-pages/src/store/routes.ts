import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const store = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store',
  component: lazyRouteComponent(() => import('./store-page.js'), 'StorePage'),
});

export const storeRoutes = [store] as const;
