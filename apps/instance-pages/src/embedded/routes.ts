import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';
import { rootRoute } from '../root-route.js';

const app = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$installation',
  component: lazyRouteComponent(
    pageFile(() => import('./app-page.js')),
    'AppPage',
  ),
});

export const embeddedRoutes = [app] as const;
