/**
 * Handles the removal of the installation: the plugin receives the `removed` call and no further calls. One that polls
 * receives none: its token does not work any more. Pure.
 */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { endpointMissing, type Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface RemoveEndpoint {
  readonly installationId: string;
  /** The id of the `removed` call. */
  readonly deliveryId: string;
  readonly at: string;
}

export function removeEndpoint(endpoint: Endpoint, command: RemoveEndpoint): Accepted<readonly EndpointFact[], null> {
  const { installationId, deliveryId, at } = command;
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(installationId);
    case 'removed':
      return accept([], null);
    case 'registered':
      return accept(
        [{ type: 'EndpointRemoved', data: { deliveryId: endpoint.polling === null ? deliveryId : null, at } }],
        null,
      );
    default:
      return unreachable(endpoint);
  }
}
