/** Stops sending `installed` for a version that was given up: the version before it keeps its credentials. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Endpoint, EndpointFact } from '../endpoint.js';

export interface AbandonInstalled {
  readonly version: string;
  readonly at: string;
}

/**
 * Appends no fact when the plugin has accepted the call: its credentials are the new ones, whichever version runs. The
 * endpoint decides this, because here the answer and the end of the version come one after the other.
 */
export function abandonInstalled(
  endpoint: Endpoint,
  { version, at }: AbandonInstalled,
): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { credentials } = endpoint;
      const isInFlight = credentials.status === 'renewing' && credentials.version === version;
      return accept(isInFlight ? [{ type: 'InstalledAbandoned', data: { version, at } }] : [], null);
    }
    default:
      return unreachable(endpoint);
  }
}
