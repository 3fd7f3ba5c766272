import { queryHandler, respond } from '@kushk/broker';
import { catalogueAccess } from '@kushk/contracts';
import { hashCredential } from '@kushk/credentials';
import { refuse } from '@kushk/decider';
import { CONFIG } from '@kushk/runtime';
import { AccessCodes } from '../access-codes.view.js';

export const FindAccessCodeHandler = queryHandler(
  catalogueAccess.findAccessCode,
  { codes: AccessCodes, config: CONFIG },
  async ({ code }, { codes, config }) => {
    const found = await codes.byHash(config.peppers.map((pepper) => hashCredential(pepper, code)));
    return found === null ? refuse('store.code_unknown') : respond({ plugin_id: found.plugin_id });
  },
);
