import { queryHandler, respond } from '@kushk/broker';
import { catalogue, type JsonObject } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import { CONFIG } from '@kushk/runtime';

/**
 * Returns all keys with their validity periods. Keys that no longer sign are included, because their signatures must
 * stay verifiable.
 */
export const ListSigningKeysHandler = queryHandler(catalogue.signingKeys, { config: CONFIG }, (_request, { config }) =>
  respond({ keys: config.signingKeys.map((key) => publicJwk(key) as JsonObject) }),
);
