/**
 * Records that an admin gave the credentials to the plugin (outside production), so `installed` is not sent any more.
 * Pure.
 */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

/** Appends no fact when the plugin already has its current credentials, or after the removal. */
export function recordHandover(endpoint: Endpoint, at: string): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered': {
      const isNews = endpoint.credentials.status !== 'delivered';
      return accept(isNews ? [{ type: 'CredentialsHandedOver', data: { at } }] : [], null);
    }
    default:
      return unreachable(endpoint);
  }
}
