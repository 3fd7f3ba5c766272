import { unreachable } from '@kushk/decider';
import { changeVersion } from '../follow-version/follow-version.js';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { CredentialsChannel, InstallationFact } from '../installation-facts.js';
import { partiesOf, type ActiveInstallation, type Installation } from '../installation.js';

export interface ConfirmInstalled {
  readonly via: CredentialsChannel;
  /** The version for which `installed` was sent; null for the first call and for a renewal by the admin. */
  readonly version?: string | null;
  /** The number of the reconnect of which the plugin accepted the call; 0 for the first credentials. */
  readonly generation?: number;
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
  const { via, version, generation = 0, at } = command;
  const data = { via, at, ...partiesOf(installation) };
  const isAnswer = via === 'installed_call';
  // The answer to a call that a newer one has superseded confirms nothing.
  if (installation.installedAt === null)
    return isAnswer && generation !== installation.reconnects ? [] : [{ type: 'PluginInstalled', data }];
  if (installation.renewal === null) return [];
  const isSuperseded = isAnswer && (version ?? null) !== installation.renewal.version;
  if (isSuperseded) return [];
  const { move, renewal, sealedSigningSecret } = installation;
  // The delivery service may have given up this version meanwhile, and with it the secret.
  const completed: InstallationFact = {
    type: 'RenewalCompleted',
    data: { ...data, ...(!isAnswer && { sealedSigningSecret }) },
  };
  if (move?.grants.version !== renewal.version || move === null) return [completed];
  return [completed, ...changeVersion(installation, move, { by: move.by, at })];
}
