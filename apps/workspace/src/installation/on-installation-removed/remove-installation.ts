import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Installation, InstallationFact } from '../installation.js';

export function removeInstallation(
  command: { readonly at: string },
  installation: Installation,
): Decision<InstallationFact[], null> {
  switch (installation.status) {
    case 'active':
      return accept([{ type: 'InstallationRemoved', data: command }], null);
    case 'absent':
    case 'removed':
      return accept([], null);
    default:
      return unreachable(installation);
  }
}
