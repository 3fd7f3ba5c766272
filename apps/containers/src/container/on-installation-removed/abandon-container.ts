/** Deletes everything that a removed installation had, once the plugin could answer `removed`. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact } from '../container.js';

/** How long the plugin may take to answer `removed` before its container is deleted. */
const ANSWERS_REMOVED_WITHIN_MS = 30_000;

export function abandonContainer(
  container: Container,
  { at }: { readonly at: string },
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'starting':
    case 'running':
    case 'updating': {
      // A container that was never reached has no credentials, so `removed` is not sent to it.
      const delayMs = container.status === 'starting' ? 0 : ANSWERS_REMOVED_WITHIN_MS;
      const deleteAfter = new Date(Date.parse(at) + delayMs).toISOString();
      return accept([{ type: 'ContainerAbandoned', data: { deleteAfter, at } }], null);
    }
    case 'absent':
    case 'leaving':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}
