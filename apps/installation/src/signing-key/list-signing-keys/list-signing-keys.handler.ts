import { queryHandler, respond } from '@kushk/broker';
import { installation, type JsonObject } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import { CONFIG } from '@kushk/runtime';

/** Returns the public key of this instance, which verifies the signatures of its lifecycle calls. */
export const ListSigningKeysHandler = queryHandler(
  installation.signingKeys,
  { config: CONFIG },
  (_request, { config }) => respond({ keys: [publicJwk(config.signingKey) as JsonObject] }),
);
