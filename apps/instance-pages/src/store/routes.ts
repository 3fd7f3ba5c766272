import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';
import { rootRoute } from '../root-route.js';

export interface StoreSearch {
  readonly q?: string;
  readonly installed?: boolean;
}

const QUERY_MAX = 200;

const store = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store',
  validateSearch: ({ q, installed }: Record<string, unknown>): StoreSearch => ({
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, QUERY_MAX) }),
    ...(typeof q === 'number' && { q: String(q) }),
    ...(installed === true && { installed }),
  }),
  component: lazyRouteComponent(
    pageFile(() => import('./store-page.js')),
    'StorePage',
  ),
});

const plugin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store/$plugin',
  component: lazyRouteComponent(
    pageFile(() => import('./plugin-page.js')),
    'PluginPage',
  ),
});

const install = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store/$plugin/install',
  component: lazyRouteComponent(
    pageFile(() => import('./install/install-page.js')),
    'InstallPage',
  ),
});

const progress = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/progress',
  validateSearch: ({ mu }: Record<string, unknown>): { readonly mu?: 'missing' } => (mu === 'missing' ? { mu } : {}),
  component: lazyRouteComponent(
    pageFile(() => import('./install/progress-page.js')),
    'ProgressPage',
  ),
});

const update = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/update',
  component: lazyRouteComponent(
    pageFile(() => import('./update/update-page.js')),
    'UpdatePage',
  ),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/settings',
  component: lazyRouteComponent(
    pageFile(() => import('./settings/settings-page.js')),
    'SettingsPage',
  ),
});

export const storeRoutes = [store, plugin, install, progress, update, settings] as const;
