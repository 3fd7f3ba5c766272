import { createRoute } from '@tanstack/react-router';
import { SignedInPage } from '@kushk/ui';
import { operatorRoutes } from './operator/routes.js';
import { portalRoutes } from './portal/routes.js';
import { reviewRoutes } from './review/routes.js';
import { HomePage } from './home-page.js';
import { rootRoute } from './root-route.js';

const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomePage });
const signedIn = createRoute({ getParentRoute: () => rootRoute, path: '/signed-in', component: SignedInPage });

export const routeTree = rootRoute.addChildren([home, signedIn, ...portalRoutes, ...reviewRoutes, ...operatorRoutes]);
