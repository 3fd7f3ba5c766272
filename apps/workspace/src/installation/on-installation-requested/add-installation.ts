import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Capabilities, Installation, InstallationFact } from '../installation.js';

export interface AddInstallation {
  readonly organisationId: string;
  readonly pluginId: string;
  readonly capabilities: Capabilities;
  readonly at: string;
}

export function addInstallation(
  command: AddInstallation,
  installation: Installation,
): Decision<InstallationFact[], null> {
  switch (installation.status) {
    case 'absent':
      return accept([{ type: 'InstallationAdded', data: command }], null);
    case 'active':
    case 'removed':
      return accept([], null);
    default:
      return unreachable(installation);
  }
}
