import { createRoute, redirect } from '@tanstack/react-router';
import { operatorRoutes } from './operator/routes.js';
import { portalRoutes } from './portal/routes.js';
import { reviewRoutes } from './review/routes.js';
import { rootRoute } from './root-route.js';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/review' });
  },
});

export const routeTree = rootRoute.addChildren([home, ...portalRoutes, ...reviewRoutes, ...operatorRoutes]);
