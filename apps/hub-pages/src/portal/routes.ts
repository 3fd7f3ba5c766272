import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { pluginsSearch } from './plugins-search.js';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal',
  component: lazyPage(() => import('./portal-home.js'), 'PortalHome'),
});

/** The pages of one publisher. */
const publisher = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/$publisher',
  component: lazyPage(() => import('./publisher-pages.js'), 'PublisherPages'),
});

const first = createRoute({
  getParentRoute: () => publisher,
  path: '/',
  component: lazyPage(() => import('./home-page.js'), 'PublisherHome'),
});

const plugins = createRoute({
  getParentRoute: () => publisher,
  path: '/plugins',
  validateSearch: pluginsSearch,
  component: lazyPage(() => import('./plugins-page.js'), 'PluginsPage'),
});

const plugin = createRoute({
  getParentRoute: () => publisher,
  path: '/plugins/$plugin',
  component: lazyPage(() => import('./plugin-page.js'), 'PluginPage'),
});

const release = createRoute({
  getParentRoute: () => publisher,
  path: '/plugins/$plugin/$version',
  component: lazyPage(() => import('./release-page.js'), 'ReleasePage'),
});

const access = createRoute({
  getParentRoute: () => publisher,
  // No release has this version: versions begin with a number.
  path: '/plugins/$plugin/access',
  component: lazyPage(() => import('./access-page.js'), 'AccessPage'),
});

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const submit = createRoute({
  getParentRoute: () => publisher,
  // No plugin has this id: ids have at least two labels.
  path: '/plugins/submit',
  /**
   * The id of a plugin: its newest manifest is the first text of the new one. `replaces`: its version under review that
   * the new one replaces.
   */
  validateSearch: ({ plugin: id, replaces }: Record<string, unknown>): { plugin?: string; replaces?: string } => {
    const [found, version] = [text(id), text(replaces)];
    if (found === undefined) return {};
    return { plugin: found, ...(version !== undefined && { replaces: version }) };
  },
  component: lazyPage(() => import('./submit-page.js'), 'SubmitPage'),
});

const usage = createRoute({
  getParentRoute: () => publisher,
  path: '/usage',
  validateSearch: ({ month }: Record<string, unknown>): { month?: string } => {
    const found = text(month);
    return found === undefined ? {} : { month: found };
  },
  component: lazyPage(() => import('./usage-page.js'), 'UsagePage'),
});

const keys = createRoute({
  getParentRoute: () => publisher,
  path: '/keys',
  component: lazyPage(() => import('./keys-page.js'), 'KeysPage'),
});

const people = createRoute({
  getParentRoute: () => publisher,
  path: '/people',
  component: lazyPage(() => import('./people-page.js'), 'PeoplePage'),
});

const notifications = createRoute({
  getParentRoute: () => publisher,
  path: '/notifications',
  component: lazyPage(() => import('../notifications/member-notifications-page.js'), 'MemberNotificationsPage'),
});

export const portalRoutes = [
  home,
  publisher.addChildren([first, plugins, plugin, access, release, submit, usage, keys, people, notifications]),
] as const;
