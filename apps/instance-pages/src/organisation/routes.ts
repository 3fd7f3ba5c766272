import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  /** Days of Tehran, Gregorian: `2026-11-20`. */
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const TEXT_MAX = 400;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;
const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value);

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./people-page.js'), 'PeoplePage'),
});
const rules = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('./rules-page.js'), 'RulesPage'),
});
const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: ({ actor, action, subject, from, to }: Record<string, unknown>): AuditSearch => ({
    ...(isText(actor) && { actor }),
    ...(isText(action) && { action }),
    ...(isText(subject) && { subject }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }),
  component: lazyRouteComponent(() => import('./audit-page.js'), 'AuditPage'),
});
const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools',
  component: lazyRouteComponent(() => import('./tools-page.js'), 'ToolsPage'),
});
const organisations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organisations',
  component: lazyRouteComponent(() => import('./organisations-page.js'), 'OrganisationsPage'),
});
const staff = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff',
  component: lazyRouteComponent(() => import('./staff-page.js'), 'StaffPage'),
});

export const organisationRoutes = [people, rules, audit, tools, organisations, staff] as const;
