/** Stops the container of a paused or suspended installation, and starts it again afterwards. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact } from '../container.js';

export interface ChangeAvailability {
  readonly isAllowed: boolean;
  readonly at: string;
}

/** An installation without a container has nothing to stop. */
export function changeAvailability(
  container: Container,
  { isAllowed, at }: ChangeAvailability,
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'starting':
    case 'running':
    case 'updating':
      if (container.isAllowed === isAllowed) return accept([], null);
      return accept([{ type: isAllowed ? 'ContainerAllowed' : 'ContainerForbidden', data: { at } }], null);
    case 'absent':
    case 'leaving':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}
