/** Deletes the container of a removed installation at once, because its plugin has answered `removed`. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { containerMissing, type Container, type ContainerFact } from '../container.js';

export interface EndRemoval {
  readonly installationId: string;
  readonly at: string;
}

/** The answer may arrive before the fact of the removal, and then waits for it. External plugins have no container. */
export function endRemoval(
  container: Container,
  { installationId, at }: EndRemoval,
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'leaving':
      return accept(container.deleteAfter > at ? [{ type: 'RemovalAnswered', data: { at } }] : [], null);
    case 'starting':
    case 'running':
    case 'updating':
      throw containerMissing(installationId);
    case 'absent':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}
