import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';
import { rootRoute } from '../root-route.js';

const installations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations',
  component: lazyRouteComponent(
    pageFile(() => import('./installations-page.js')),
    'InstallationsPage',
  ),
});

const overview = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id',
  component: lazyRouteComponent(
    pageFile(() => import('./overview-page.js')),
    'OverviewPage',
  ),
});

const deliveries = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/deliveries',
  component: lazyRouteComponent(
    pageFile(() => import('./deliveries-page.js')),
    'DeliveriesPage',
  ),
});

const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/tools',
  component: lazyRouteComponent(
    pageFile(() => import('./tools-page.js')),
    'ToolsPage',
  ),
});

export const installationRoutes = [installations, overview, deliveries, tools] as const;
