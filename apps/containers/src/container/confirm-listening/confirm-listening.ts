/** Records that a container accepts connections. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Container, ContainerFact, RunningContainer } from '../container.js';

export interface ConfirmListening {
  /** The version of the image that was reached. */
  readonly version: string;
  /** `host:port` */
  readonly address: string;
  readonly at: string;
}

/** Appends a fact only when this is news: another version, another address, or the first time. */
export function confirmListening(
  container: Container,
  command: ConfirmListening,
): Accepted<readonly ContainerFact[], null> {
  switch (container.status) {
    case 'starting':
    case 'running':
    case 'updating': {
      const { spec, label, version: servedVersion } = container;
      // Another version was activated while this one was being reached.
      if (spec.version !== command.version) return accept([], null);
      if (container.status === 'running' && !isNews(container, command)) return accept([], null);
      return accept([{ type: 'ContainerReached', data: { ...command, servedVersion, label, port: spec.port } }], null);
    }
    case 'absent':
    case 'leaving':
    case 'deleted':
      return accept([], null);
    default:
      return unreachable(container);
  }
}

/**
 * After a version was given up, the services that wait for the address of the installation's version must learn it,
 * although the container of the previous version has not changed.
 */
function isNews({ listening, announcedVersion, version }: RunningContainer, command: ConfirmListening): boolean {
  return listening.version !== command.version || listening.address !== command.address || announcedVersion !== version;
}
