import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const installations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations',
  component: lazyRouteComponent(() => import('./installations-page.js'), 'InstallationsPage'),
});

const overview = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id',
  component: lazyRouteComponent(() => import('./overview-page.js'), 'OverviewPage'),
});

const deliveries = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/deliveries',
  component: lazyRouteComponent(() => import('./deliveries-page.js'), 'DeliveriesPage'),
});

const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/tools',
  component: lazyRouteComponent(() => import('./tools-page.js'), 'ToolsPage'),
});

export const installationRoutes = [installations, overview, deliveries, tools] as const;
