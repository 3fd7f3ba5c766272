import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { CredentialsChannel, InstallationFact } from '../installation-facts.js';
import { partiesOf, type ActiveInstallation, type Installation } from '../installation.js';

export interface ConfirmInstalled {
  readonly via: CredentialsChannel;
  /** The version for which `installed` was sent; null for the first call and for a renewal by the admin. */
  readonly version?: string | null;
  readonly at: string;
}

/**
 * Records that the plugin has received its credentials, either the first ones or renewed ones. Repeating it changes
 * nothing.
 */
export function confirmInstalled(command: ConfirmInstalled, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      return acceptFacts(installation, confirmation(command, installation));
    default:
      return unreachable(installation);
  }
}

function confirmation(command: ConfirmInstalled, installation: ActiveInstallation): InstallationFact[] {
  const { via, version, at } = command;
  const data = { via, at, ...partiesOf(installation) };
  if (installation.installedAt === null) return [{ type: 'PluginInstalled', data }];
  if (installation.renewal === null) return [];
  // The answer to a call that a newer renewal has superseded confirms nothing.
  const isSuperseded = via === 'installed_call' && (version ?? null) !== installation.renewal.version;
  return isSuperseded ? [] : [{ type: 'RenewalCompleted', data }];
}
