/** Records that the plugin returned 2xx to `installed`: it has its credentials, so events may be pushed. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { isInstalledPending, type Endpoint, type EndpointFact } from '../endpoint.js';

export interface RecordAnswer {
  /** The `installed` call that the plugin accepted. */
  readonly deliveryId: string;
  readonly at: string;
}

/**
 * Appends no fact for a second response, for a response to a call that newer credentials have superseded, or for a
 * response after the removal.
 */
export function recordAnswer(
  endpoint: Endpoint,
  { deliveryId, at }: RecordAnswer,
): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { credentials } = endpoint;
      const isCurrent = isInstalledPending(credentials) && credentials.deliveryId === deliveryId;
      return accept(isCurrent ? [{ type: 'InstalledAnswered', data: { at } }] : [], null);
    }
    default:
      return unreachable(endpoint);
  }
}
