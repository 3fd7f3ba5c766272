import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { afterLiftedSuspension, partiesOf, type Installation } from '../installation.js';

/** Lifts the suspension of an installation after the operator of the hub has resumed its release. */
export function liftSuspension(command: { readonly at: string }, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
      return acceptFacts(installation, []);
    case 'suspended': {
      const newStatus = afterLiftedSuspension(installation).status;
      return acceptFacts(installation, [
        { type: 'SuspensionLifted', data: { ...command, ...partiesOf(installation), newStatus } },
      ]);
    }
    default:
      return unreachable(installation);
  }
}
