import { queryHandler, respond } from '@kushk/broker';
import { registryTokens } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { CONFIG } from '@kushk/runtime';
import { registryOf } from '../registry-of.js';

/** The registry of images, with the account of all publishers where it has only one. */
export const GetRegistryHandler = queryHandler(
  registryTokens.getRegistry,
  { config: CONFIG },
  (_request, { config }) => {
    const registry = registryOf(config);
    return Promise.resolve(registry === null ? refuse('registry.not_found') : respond(registry));
  },
);
