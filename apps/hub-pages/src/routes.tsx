import { createRoute } from '@tanstack/react-router';
import { SignedInPage } from '@kushk/ui';
import { homeRoutes } from './home/routes.js';
import { notificationRoutes } from './notifications/routes.js';
import { operatorRoutes } from './operator/routes.js';
import { portalRoutes } from './portal/routes.js';
import { reviewRoutes } from './review/routes.js';
import { rootRoute } from './root-route.js';

const signedIn = createRoute({ getParentRoute: () => rootRoute, path: '/signed-in', component: SignedInPage });

export const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  signedIn,
  ...notificationRoutes,
  ...portalRoutes,
  ...reviewRoutes,
  ...operatorRoutes,
]);
