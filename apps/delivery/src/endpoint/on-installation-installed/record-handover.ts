/** Records that an admin gave the credentials to the plugin, so `installed` is not sent any more. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { nextSecretOf, type Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface RecordHandover {
  /** The signing secret of the credentials, if they are not the first ones. */
  readonly sealedSecret?: string;
  readonly at: string;
}

/**
 * Appends no fact when the plugin already has its current credentials, or after the removal. Renewed ones are those
 * that are under way, or those of a version that was given up here at the moment at which an admin read them. Others
 * are older: a parked fact comes late.
 */
export function recordHandover(endpoint: Endpoint, command: RecordHandover): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { credentials, abandonedSecret } = endpoint;
      const { sealedSecret } = command;
      const isNews =
        sealedSecret === undefined
          ? credentials.status !== 'delivered'
          : sealedSecret === (nextSecretOf(endpoint) ?? abandonedSecret);
      return accept(isNews ? [{ type: 'CredentialsHandedOver', data: command }] : [], null);
    }
    default:
      return unreachable(endpoint);
  }
}
