import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import type { Show } from './queries.js';

const FILTERS: readonly unknown[] = ['mine', 'accepted', 'refused'] satisfies readonly Show[];

/** The list and the open item are one route: another one would lose the selection and what was typed. */
export const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox/{-$id}',
  validateSearch: ({ show }: Record<string, unknown>): { show?: Exclude<Show, 'waiting'> } =>
    FILTERS.includes(show) ? { show: show as Exclude<Show, 'waiting'> } : {},
  component: lazyPage(() => import('./inbox-page.js'), 'InboxPage'),
});

export const inboxRoutes = [inboxRoute] as const;
