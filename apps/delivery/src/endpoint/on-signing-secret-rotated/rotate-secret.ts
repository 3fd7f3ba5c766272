/**
 * Replaces the signing secret after the plugin has rotated it. During the overlap every call carries two signatures,
 * the new one first. Pure.
 */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { endpointMissing, type Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface RotateSecret {
  readonly installationId: string;
  readonly sealedSecret: string;
  readonly previousSignsUntil: string;
  readonly at: string;
}

export function rotateSecret(
  endpoint: Endpoint,
  { installationId, ...rotation }: RotateSecret,
): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(installationId);
    case 'removed':
      return accept([], null);
    case 'registered':
      return accept([{ type: 'SecretRotated', data: rotation }], null);
    default:
      return unreachable(endpoint);
  }
}
