import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';
import { rootRoute } from '../root-route.js';
import { auditSearchOf } from './audit-search.js';
import { releasesSearchOf } from './releases-search.js';
import { usageSearchOf } from './usage-search.js';

const getParentRoute = () => rootRoute;

const publishers = createRoute({
  getParentRoute,
  path: '/publishers',
  component: lazyRouteComponent(
    pageFile(() => import('./publishers-page.js')),
    'PublishersPage',
  ),
});
const publisher = createRoute({
  getParentRoute,
  path: '/publishers/$publisher',
  component: lazyRouteComponent(
    pageFile(() => import('./publisher-page.js')),
    'PublisherPage',
  ),
});
const releases = createRoute({
  getParentRoute,
  path: '/releases',
  validateSearch: releasesSearchOf,
  component: lazyRouteComponent(
    pageFile(() => import('./releases-page.js')),
    'ReleasesPage',
  ),
});
const release = createRoute({
  getParentRoute,
  path: '/releases/$plugin/$version',
  component: lazyRouteComponent(
    pageFile(() => import('./release-page.js')),
    'OperatorReleasePage',
  ),
});
const instances = createRoute({
  getParentRoute,
  path: '/instances',
  component: lazyRouteComponent(
    pageFile(() => import('./instances-page.js')),
    'InstancesPage',
  ),
});
const staff = createRoute({
  getParentRoute,
  path: '/staff',
  component: lazyRouteComponent(
    pageFile(() => import('./staff-page.js')),
    'StaffPage',
  ),
});
const usage = createRoute({
  getParentRoute,
  path: '/usage',
  validateSearch: usageSearchOf,
  component: lazyRouteComponent(
    pageFile(() => import('./usage-page.js')),
    'UsagePage',
  ),
});
const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: auditSearchOf,
  component: lazyRouteComponent(
    pageFile(() => import('./audit-page.js')),
    'AuditPage',
  ),
});

export const operatorRoutes = [publishers, publisher, releases, release, instances, staff, usage, audit] as const;
