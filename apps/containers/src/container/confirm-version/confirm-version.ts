/** Keeps a new version: its plugin accepted `installed` with the credentials that were made for it. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact } from '../container.js';

export interface ConfirmVersion {
  /** The version for which `installed` was sent; null for the first call, and for a rotation by the admin. */
  readonly version: string | null;
  readonly at: string;
}

/**
 * The answer to the call of a version that was replaced or given up in the meantime confirms nothing. A call that was
 * made for no version and is answered after the new container was reached was answered by it.
 */
export function confirmVersion(
  container: Container,
  { version, at }: ConfirmVersion,
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'updating': {
      const isOfThisVersion = version === null ? container.isReached : version === container.version;
      const data = { version: container.version, at };
      return accept(isOfThisVersion ? [{ type: 'VersionConfirmed', data }] : [], null);
    }
    case 'absent':
    case 'starting':
    case 'running':
    case 'leaving':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}
