/** Returns to the version that ran before when the new one did not start in time. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact } from '../container.js';

export interface GiveUpVersion {
  readonly version: string;
  readonly reason: string;
  readonly at: string;
}

/**
 * A version that was confirmed or replaced in the meantime is not given up, and neither is one that has time left. One
 * that accepts connections but has not accepted `installed` is.
 */
export function giveUpVersion(container: Container, command: GiveUpVersion): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'updating':
      if (container.spec.version !== command.version || container.giveUpAt > command.at) return accept([], null);
      return accept([{ type: 'VersionGivenUp', data: command }], null);
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
