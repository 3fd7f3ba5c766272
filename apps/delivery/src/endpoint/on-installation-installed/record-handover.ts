/** Records that an admin gave the credentials to the plugin, so `installed` is not sent any more. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface RecordHandover {
  /** The signing secret of the credentials, if they are not the first ones. */
  readonly sealedSecret?: string;
  readonly at: string;
}

/**
 * Appends no fact when the plugin already has its current credentials, or after the removal. An admin may have read
 * those of a version that was given up here at the same moment: then their secret is another one.
 */
export function recordHandover(endpoint: Endpoint, command: RecordHandover): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { credentials, secrets } = endpoint;
      const { sealedSecret } = command;
      const isOther = sealedSecret !== undefined && secrets.every(({ sealed }) => sealed !== sealedSecret);
      const isNews = credentials.status !== 'delivered' || isOther;
      return accept(isNews ? [{ type: 'CredentialsHandedOver', data: command }] : [], null);
    }
    default:
      return unreachable(endpoint);
  }
}
