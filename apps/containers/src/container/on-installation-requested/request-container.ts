/** Requests the container of a new installation, or of one whose plugin became a container plugin. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact, ContainerSpec } from '../container.js';

export interface RequestContainer {
  readonly organisationId: string;
  readonly pluginId: string;
  readonly label: string;
  readonly spec: ContainerSpec;
  readonly at: string;
}

/** Appends no fact when the container is requested already or belongs to a removed installation. */
export function requestContainer(
  container: Container,
  command: RequestContainer,
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'absent':
      return accept([{ type: 'ContainerRequested', data: command }], null);
    case 'starting':
    case 'running':
    case 'updating':
    case 'leaving':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}
