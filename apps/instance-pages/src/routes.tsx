import { createRoute } from '@tanstack/react-router';
import { SignedInPage } from '@kushk/ui';
import { embeddedRoutes } from './embedded/routes.js';
import { homeRoutes } from './home/routes.js';
import { inboxRoutes } from './inbox/routes.js';
import { installationRoutes } from './installation/routes.js';
import { organisationRoutes } from './organisation/routes.js';
import { notificationRoutes } from './notifications/routes.js';
import { recordRoutes } from './records/routes.js';
import { rootRoute } from './root-route.js';
import { storeRoutes } from './store/routes.js';
import { walletPageRoutes } from './wallet/routes.js';

const signedIn = createRoute({ getParentRoute: () => rootRoute, path: '/signed-in', component: SignedInPage });

export const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  signedIn,
  ...inboxRoutes,
  ...notificationRoutes,
  ...recordRoutes,
  ...storeRoutes,
  ...installationRoutes,
  ...walletPageRoutes,
  ...embeddedRoutes,
  ...organisationRoutes,
]);
