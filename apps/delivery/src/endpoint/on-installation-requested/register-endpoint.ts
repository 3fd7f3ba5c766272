/** Registers the endpoint of a new installation. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Endpoint } from '../endpoint.js';
import type { Capabilities, EndpointFact } from '../endpoint-facts.js';

export interface RegisterEndpoint {
  readonly organisationId: string;
  readonly pluginId: string;
  readonly sealedSecret: string;
  readonly capabilities: Capabilities;
  readonly at: string;
}

/** Appends no fact when the installation is registered already or was removed. */
export function registerEndpoint(
  endpoint: Endpoint,
  command: RegisterEndpoint,
): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered': {
      const { organisationId, pluginId, sealedSecret, capabilities, at } = command;
      const data = { organisationId, pluginId, sealedSecret, ...capabilities, at };
      return accept([{ type: 'EndpointRegistered', data }], null);
    }
    case 'registered':
    case 'removed':
      return accept([], null);
    default:
      return unreachable(endpoint);
  }
}
