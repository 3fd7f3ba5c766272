import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Capabilities, Installation, InstallationFact } from '../installation.js';

export interface ChangeCapabilities {
  readonly capabilities: Capabilities;
  readonly at: string;
}

export function changeCapabilities(
  command: ChangeCapabilities,
  installation: Installation,
): Decision<InstallationFact[], null> {
  switch (installation.status) {
    case 'active':
      return accept([{ type: 'CapabilitiesChanged', data: command }], null);
    case 'absent':
    case 'removed':
      return accept([], null);
    default:
      return unreachable(installation);
  }
}
