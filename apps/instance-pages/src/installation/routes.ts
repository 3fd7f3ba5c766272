import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { deliveriesSearch, installationsSearch } from './installations-search.js';

const installations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations',
  validateSearch: installationsSearch,
  component: lazyPage(() => import('./installations-page.js'), 'InstallationsPage'),
});

const overview = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id',
  component: lazyPage(() => import('./overview-page.js'), 'OverviewPage'),
});

const deliveries = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/deliveries',
  validateSearch: deliveriesSearch,
  component: lazyPage(() => import('./deliveries-page.js'), 'DeliveriesPage'),
});

const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/tools',
  component: lazyPage(() => import('./tools-page.js'), 'ToolsPage'),
});

export const installationRoutes = [installations, overview, deliveries, tools] as const;
