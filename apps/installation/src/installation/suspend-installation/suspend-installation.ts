import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { afterSuspension, partiesOf, type Installation } from '../installation.js';

/** Suspends an installation after the operator of the hub has suspended its release. */
export function suspendInstallation(
  command: { readonly at: string },
  installation: Installation,
): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'suspended':
      return acceptFacts(installation, []);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused': {
      const newStatus = afterSuspension(installation).status;
      return acceptFacts(installation, [
        { type: 'InstallationSuspended', data: { ...command, ...partiesOf(installation), newStatus } },
      ]);
    }
    default:
      return unreachable(installation);
  }
}
