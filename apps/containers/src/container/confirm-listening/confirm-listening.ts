/** Records that a container accepts connections. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { ActiveContainer, Container, ContainerFact } from '../container.js';

export interface ConfirmListening {
  /** The version of the image that was reached. */
  readonly version: string;
  /** `host:port` */
  readonly address: string;
  readonly at: string;
}

/** Appends a fact only when this is new: another version, another address, or the first time. */
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
      if (isKnown(container, command)) return accept([], null);
      const isUpdate = container.status === 'updating';
      const data = { ...command, servedVersion, label, port: spec.port, isUpdate };
      return accept([{ type: 'ContainerReached', data }], null);
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
function isKnown(container: ActiveContainer, { version, address }: ConfirmListening): boolean {
  switch (container.status) {
    case 'starting':
      return false;
    case 'running':
    case 'updating': {
      const { listening, announcedVersion } = container;
      const isAnnounced = container.status === 'running' ? announcedVersion === container.version : container.isReached;
      return isAnnounced && listening.version === version && listening.address === address;
    }
    default:
      return unreachable(container);
  }
}
