/** Deletes the container of a version that was given up before the installation had it. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact } from '../container.js';

/** The container of an update runs the version before it again by then. It stays. */
export function abandonMove(
  container: Container,
  { version, at }: { readonly version: string; readonly at: string },
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'starting':
    case 'running': {
      const isOnly = container.spec.version === version;
      return accept(
        isOnly ? [{ type: 'ContainerAbandoned', data: { deleteAfter: at, mayReturn: true, at } }] : [],
        null,
      );
    }
    case 'updating':
    case 'absent':
    case 'leaving':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}
