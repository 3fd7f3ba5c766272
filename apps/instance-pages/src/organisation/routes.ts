import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { auditSearch } from './audit-search.js';

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyPage(() => import('./people-page.js'), 'PeoplePage'),
});
const rules = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  component: lazyPage(() => import('./rules-page.js'), 'RulesPage'),
});
const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('./audit-page.js'), 'AuditPage'),
});
const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools',
  component: lazyPage(() => import('./tools-page.js'), 'ToolsPage'),
});
const organisations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organisations',
  component: lazyPage(() => import('./organisations-page.js'), 'OrganisationsPage'),
});
const staff = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff',
  component: lazyPage(() => import('./staff-page.js'), 'StaffPage'),
});
const staffAudit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('./staff-audit-page.js'), 'StaffAuditPage'),
});

export const organisationRoutes = [people, rules, audit, tools, organisations, staff, staffAudit] as const;
