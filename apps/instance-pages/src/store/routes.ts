import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { storeSearch } from './store-search.js';

const store = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store',
  validateSearch: storeSearch,
  component: lazyPage(() => import('./store-page.js'), 'StorePage'),
});

const plugin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store/$plugin',
  component: lazyPage(() => import('./plugin-page.js'), 'PluginPage'),
});

const install = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store/$plugin/install',
  component: lazyPage(() => import('./install/install-page.js'), 'InstallPage'),
});

const progress = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/progress',
  validateSearch: ({ mu }: Record<string, unknown>): { readonly mu?: 'missing' } => (mu === 'missing' ? { mu } : {}),
  component: lazyPage(() => import('./install/progress-page.js'), 'ProgressPage'),
});

const update = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/update',
  component: lazyPage(() => import('./update/update-page.js'), 'UpdatePage'),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/settings',
  component: lazyPage(() => import('./settings/settings-page.js'), 'SettingsPage'),
});

export const storeRoutes = [store, plugin, install, progress, update, settings] as const;
