/** An admin restarts the container: another one of the same image takes the volume. Pure. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Container, ContainerFact } from '../container.js';

export interface RestartContainer {
  readonly organisationId: string;
  readonly by: string;
  readonly at: string;
}

/** One that may not run now starts as usual when it may. Rejects an installation that has no container. */
export function restartContainer(
  container: Container,
  { organisationId, by, at }: RestartContainer,
): Decision<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'starting':
    case 'running':
    case 'updating':
      if (container.organisationId !== organisationId) return refuse('installation.not_found');
      return accept([{ type: 'RestartRequested', data: { by, at } }], null);
    case 'absent':
    case 'leaving':
    case 'deleted':
      return refuse('installation.not_found');
    default:
      return unreachable(container);
  }
}
