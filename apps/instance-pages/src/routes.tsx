import { createRoute, redirect } from '@tanstack/react-router';
import { SignedInPage } from '@kushk/ui';
import { embeddedRoutes } from './embedded/routes.js';
import { inboxRoutes } from './inbox/routes.js';
import { installationRoutes } from './installation/routes.js';
import { organisationRoutes } from './organisation/routes.js';
import { recordRoutes } from './records/routes.js';
import { rootRoute } from './root-route.js';
import { storeRoutes } from './store/routes.js';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox' });
  },
});

const signedIn = createRoute({ getParentRoute: () => rootRoute, path: '/signed-in', component: SignedInPage });

export const routeTree = rootRoute.addChildren([
  home,
  signedIn,
  ...inboxRoutes,
  ...recordRoutes,
  ...storeRoutes,
  ...installationRoutes,
  ...embeddedRoutes,
  ...organisationRoutes,
]);
