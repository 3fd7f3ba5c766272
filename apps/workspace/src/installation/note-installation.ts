/** The workspace's notes on an installation follow what the installation service says; a repeat changes nothing. */
import { accept, type Decision } from '@kushk/decider';
import type { Capabilities, Installation, InstallationFact } from './installation.js';

type Noted = Decision<InstallationFact[], null>;

export function noteInstallation(
  command: {
    readonly organisationId: string;
    readonly pluginId: string;
    readonly capabilities: Capabilities;
    readonly at: string;
  },
  installation: Installation,
): Noted {
  return accept(installation.status === 'absent' ? [{ type: 'InstallationNoted', data: command }] : [], null);
}

export function noteCapabilities(
  command: { readonly capabilities: Capabilities; readonly at: string },
  installation: Installation,
): Noted {
  return accept(installation.status === 'active' ? [{ type: 'CapabilitiesNoted', data: command }] : [], null);
}

export function endInstallation(command: { readonly at: string }, installation: Installation): Noted {
  return accept(installation.status === 'active' ? [{ type: 'InstallationEnded', data: command }] : [], null);
}

/** Of all capabilities those that matter here. */
export function capabilitiesHere({ records, proposals, sources }: Capabilities): Capabilities {
  return { records, proposals, sources };
}
