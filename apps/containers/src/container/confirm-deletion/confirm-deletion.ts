/** Records that container, network and volume of a removed installation are gone. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact } from '../container.js';

export function confirmDeletion(
  container: Container,
  { at }: { readonly at: string },
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'leaving':
      return accept([{ type: 'ContainerDeleted', data: { at } }], null);
    case 'absent':
    case 'starting':
    case 'running':
    case 'updating':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}
