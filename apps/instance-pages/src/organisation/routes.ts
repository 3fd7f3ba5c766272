import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./people-page.js'), 'PeoplePage'),
});

export const organisationRoutes = [people] as const;
