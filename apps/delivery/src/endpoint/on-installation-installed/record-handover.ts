/** An admin handed the credentials over (outside production): `installed` is not sent any more. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Endpoint, EndpointFact } from '../endpoint.js';

/** Changes nothing when the plugin has its current credentials already, or after the removal. */
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
