/** Stops sending `installed` for a version that was given up: the version before it keeps its credentials. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface AbandonInstalled {
  readonly version: string;
  /** Why the plugin has not accepted the call, if the version runs elsewhere than the installed one. */
  readonly reason?: string;
  readonly at: string;
}

/**
 * Appends no fact when the plugin has accepted the call: its credentials are the new ones, whichever version runs. The
 * endpoint decides this, because here the answer and the end of the version come one after the other.
 */
export function abandonInstalled(
  endpoint: Endpoint,
  command: AbandonInstalled,
): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { credentials, move } = endpoint;
      const { version, at } = command;
      // A version that runs elsewhere is given up at its time, also when it could not be called at all.
      const isOver = move === null || move.giveUpAt <= at;
      const isInFlight = credentials.status === 'renewing' && credentials.version === version;
      const isCurrent = isOver && (isInFlight || move?.version === version);
      return accept(isCurrent ? [{ type: 'InstalledAbandoned', data: command }] : [], null);
    }
    default:
      return unreachable(endpoint);
  }
}
