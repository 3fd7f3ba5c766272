import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ReservationFact } from '../../reservation/reservation.js';
import { acceptFacts } from '../installation-decision.js';
import type { InstallationFact } from '../installation-facts.js';
import { partiesOf, type ExistingInstallation, type Installation } from '../installation.js';

export interface RemoveInstallation {
  readonly by: string;
  readonly at: string;
}
type Facts = { installation: InstallationFact[]; reservation: ReservationFact[] };

/** Removes an installation. The recorded fact invalidates the token before the plugin is notified. */
export function removeInstallation(
  command: RemoveInstallation,
  { installation }: { readonly installation: Installation },
): Decision<Facts, ExistingInstallation> {
  switch (installation.status) {
    case 'absent':
      return refuse('installation.not_found');
    case 'removed':
      return accept({ installation: [], reservation: [] }, installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const { installationId } = installation;
      const decision = acceptFacts(installation, [
        { type: 'InstallationRemoved', data: { ...command, ...partiesOf(installation) } },
      ]);
      if (!decision.accepted) return decision;
      const reservation: ReservationFact[] = [{ type: 'ReservationReleased', data: { installationId } }];
      return accept({ installation: decision.facts, reservation }, decision.reply);
    }
    default:
      return unreachable(installation);
  }
}
