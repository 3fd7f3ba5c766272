import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const app = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$installation',
  component: lazyRouteComponent(() => import('./app-page.js'), 'AppPage'),
});

export const embeddedRoutes = [app] as const;
