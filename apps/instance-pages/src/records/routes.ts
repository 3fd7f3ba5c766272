import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const cases = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases',
  component: lazyRouteComponent(() => import('./cases-page.js'), 'CasesPage'),
});

export const recordRoutes = [cases] as const;
