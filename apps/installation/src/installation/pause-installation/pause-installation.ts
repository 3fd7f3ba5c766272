import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { afterPause, partiesOf, type Installation } from '../installation.js';

export interface PauseInstallation {
  readonly by: string;
  readonly at: string;
}

/** The admin stops the calls to the plugin and disables its token. Pausing a paused installation changes nothing. */
export function pauseInstallation(command: PauseInstallation, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'paused':
      return acceptFacts(installation, []);
    case 'suspended':
      if (installation.isPaused) return acceptFacts(installation, []);
      break;
    case 'pending':
    case 'installed':
    case 'consent_pending':
      break;
    default:
      return unreachable(installation);
  }
  const newStatus = afterPause(installation).status;
  return acceptFacts(installation, [
    { type: 'InstallationPaused', data: { ...command, ...partiesOf(installation), newStatus } },
  ]);
}
