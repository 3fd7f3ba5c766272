import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { inboxFilterOf } from './inbox-filter.js';

/** The list and the open item are one route: another one would lose the selection and what was typed. */
export const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox/{-$id}',
  validateSearch: inboxFilterOf,
  component: lazyPage(() => import('./inbox-page.js'), 'InboxPage'),
});

export const inboxRoutes = [inboxRoute] as const;
