/**
 * Records that the plugin returned 2xx to `installed`, so it has its credentials and events may be pushed, or to
 * `removed`. Pure.
 */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { isInstalledPending, type Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface RecordAnswer {
  /** The call that the plugin accepted. */
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
      return accept([], null);
    case 'removed': {
      const isNew = endpoint.deliveryId === deliveryId && !endpoint.isAnswered;
      return accept(isNew ? [{ type: 'RemovedAnswered', data: { at } }] : [], null);
    }
    case 'registered': {
      const { credentials } = endpoint;
      if (!isInstalledPending(credentials) || credentials.deliveryId !== deliveryId) return accept([], null);
      const { version, generation } = credentials;
      const answered = { ...(version !== null && { version }), ...(generation !== null && { generation }) };
      return accept([{ type: 'InstalledAnswered', data: { ...answered, at } }], null);
    }
    default:
      return unreachable(endpoint);
  }
}
