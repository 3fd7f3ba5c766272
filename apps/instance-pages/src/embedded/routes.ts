import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';

const app = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$installation',
  component: lazyPage(() => import('./app-page.js'), 'AppPage'),
});

export const embeddedRoutes = [app] as const;
