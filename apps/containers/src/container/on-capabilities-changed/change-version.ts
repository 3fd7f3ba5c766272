/** Lets another version run when it was activated. Pure. */
import { accept, PrerequisiteMissing, unreachable, type Accepted } from '@kushk/decider';
import { giveUpTime, isSameContainer, type Container, type ContainerFact, type ContainerSpec } from '../container.js';

export interface ChangeVersion {
  readonly organisationId: string;
  readonly pluginId: string;
  /** Used only when the installation has no container yet. */
  readonly label: string;
  /** What the new version runs; null when its publisher hosts it. */
  readonly spec: ContainerSpec | null;
  readonly at: string;
}

export function changeVersion(container: Container, command: ChangeVersion): Accepted<readonly ContainerFact[], null> {
  const { spec, at, ...parties } = command;
  switch (container.status) {
    case 'absent':
      return accept(spec === null ? [] : [{ type: 'ContainerRequested', data: { ...parties, spec, at } }], null);
    case 'starting':
    case 'running':
    case 'updating':
      if (spec === null)
        return accept([{ type: 'ContainerAbandoned', data: { deleteAfter: at, mayReturn: true, at } }], null);
      // More scopes or another plan need no other container.
      if (spec.version === container.version && isSameContainer(spec, container.spec)) return accept([], null);
      return accept([{ type: 'VersionRequested', data: { spec, giveUpAt: giveUpTime(at), at } }], null);
    case 'leaving':
      // What is being deleted has the names that a new container needs.
      if (spec !== null && container.mayReturn)
        throw new PrerequisiteMissing('the container before this one is not deleted yet');
      return accept([], null);
    case 'deleted': {
      const isBack = spec !== null && container.mayReturn;
      return accept(isBack ? [{ type: 'ContainerRequested', data: { ...parties, spec, at } }] : [], null);
    }
    default:
      return unreachable(container);
  }
}
