import { createRoute } from '@tanstack/react-router';
import { searchedText } from '@kushk/ui';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { auditSearchOf } from './audit-search.js';
import { releasesSearchOf } from './releases-search.js';
import { usageSearchOf } from './usage-search.js';

const getParentRoute = () => rootRoute;

const publishers = createRoute({
  getParentRoute,
  path: '/publishers',
  validateSearch: ({ q }: Record<string, unknown>) => searchedText(q),
  component: lazyPage(() => import('./publishers-page.js'), 'PublishersPage'),
});
const publisher = createRoute({
  getParentRoute,
  path: '/publishers/$publisher',
  component: lazyPage(() => import('./publisher-page.js'), 'PublisherPage'),
});
const releases = createRoute({
  getParentRoute,
  path: '/releases',
  validateSearch: releasesSearchOf,
  component: lazyPage(() => import('./releases-page.js'), 'ReleasesPage'),
});
const release = createRoute({
  getParentRoute,
  path: '/releases/$plugin/$version',
  component: lazyPage(() => import('./release-page.js'), 'OperatorReleasePage'),
});
const instances = createRoute({
  getParentRoute,
  path: '/instances',
  validateSearch: ({ q }: Record<string, unknown>) => searchedText(q),
  component: lazyPage(() => import('./instances-page.js'), 'InstancesPage'),
});
const staff = createRoute({
  getParentRoute,
  path: '/staff',
  component: lazyPage(() => import('./staff-page.js'), 'StaffPage'),
});
const usage = createRoute({
  getParentRoute,
  path: '/usage',
  validateSearch: usageSearchOf,
  component: lazyPage(() => import('./usage-page.js'), 'UsagePage'),
});
const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: auditSearchOf,
  component: lazyPage(() => import('./audit-page.js'), 'AuditPage'),
});

export const operatorRoutes = [publishers, publisher, releases, release, instances, staff, usage, audit] as const;
