import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const installations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations',
  component: lazyRouteComponent(() => import('./installations-page.js'), 'InstallationsPage'),
});

export const installationRoutes = [installations] as const;
