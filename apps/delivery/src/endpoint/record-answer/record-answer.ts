/** Records that the plugin returned 2xx to `installed`: it has its credentials, so events may be pushed. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { isInstalledPending, type Endpoint, type EndpointFact } from '../endpoint.js';

/** Appends no fact for a second response or for a response after the removal. */
export function recordAnswer(endpoint: Endpoint, at: string): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered':
      return accept(
        isInstalledPending(endpoint.credentials) ? [{ type: 'InstalledAnswered', data: { at } }] : [],
        null,
      );
    default:
      return unreachable(endpoint);
  }
}
