import { queryHandler, respond } from '@kushk/broker';
import { installation, serviceOriginsOf, type JsonObject } from '@kushk/contracts';
import { issuerJwk } from '@kushk/credentials';
import { CONFIG } from '@kushk/runtime';

/** Returns the public key of this instance, which verifies its lifecycle calls, with the origins that it signs for. */
export const ListSigningKeysHandler = queryHandler(
  installation.signingKeys,
  { config: CONFIG },
  (_request, { config }) =>
    respond({ keys: [issuerJwk(config.signingKey, serviceOriginsOf(config.serviceOrigin)) as JsonObject] }),
);
