import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';
import { rootRoute } from '../root-route.js';
import { auditSearch } from './audit-search.js';

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(
    pageFile(() => import('./people-page.js')),
    'PeoplePage',
  ),
});
const rules = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  component: lazyRouteComponent(
    pageFile(() => import('./rules-page.js')),
    'RulesPage',
  ),
});
const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(
    pageFile(() => import('./audit-page.js')),
    'AuditPage',
  ),
});
const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools',
  component: lazyRouteComponent(
    pageFile(() => import('./tools-page.js')),
    'ToolsPage',
  ),
});
const organisations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organisations',
  component: lazyRouteComponent(
    pageFile(() => import('./organisations-page.js')),
    'OrganisationsPage',
  ),
});
const staff = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff',
  component: lazyRouteComponent(
    pageFile(() => import('./staff-page.js')),
    'StaffPage',
  ),
});
const staffAudit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(
    pageFile(() => import('./staff-audit-page.js')),
    'StaffAuditPage',
  ),
});

export const organisationRoutes = [people, rules, audit, tools, organisations, staff, staffAudit] as const;
