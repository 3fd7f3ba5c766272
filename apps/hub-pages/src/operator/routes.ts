import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const publishers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/publishers',
  component: lazyRouteComponent(() => import('./publishers-page.js'), 'PublishersPage'),
});

export const operatorRoutes = [publishers] as const;
