/** The plugin has renewed its signing secret: calls carry two signatures for the overlap, new first (contract §7). Pure. */
import { accept, type Accepted } from '@kushk/decider';
import { NotKnownYet, type Endpoint, type EndpointFact } from '../endpoint.js';

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
    case 'unknown':
      throw new NotKnownYet(installationId);
    case 'removed':
      return accept([], null);
    case 'known':
      return accept([{ type: 'SecretRotated', data: rotation }], null);
  }
}
