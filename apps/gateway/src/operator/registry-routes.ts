import { registryTokens } from '@kushk/contracts';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';

const { proxyRoute } = routesFor<StaffCaller>('staff', '/operator/v1');

export const registryRoutes: readonly Route[] = [
  proxyRoute('GET', '/registry', {
    summary: 'Get the registry of images and the account that pushes to it',
    // The reply may have the password of the account.
    requires: staffRole('operator'),
    calls: registryTokens.getRegistry,
    request: () => ({}),
  }),
];
