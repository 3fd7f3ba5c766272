import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const portal = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal',
  component: lazyRouteComponent(() => import('./portal-page.js'), 'PortalPage'),
});

export const portalRoutes = [portal] as const;
