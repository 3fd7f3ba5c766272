import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const inbox = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./inbox-page.js'), 'InboxPage'),
});

export const inboxRoutes = [inbox] as const;
