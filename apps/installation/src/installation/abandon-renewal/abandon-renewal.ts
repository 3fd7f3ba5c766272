import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';

export interface AbandonRenewal {
  /** The version that was given up. */
  readonly version: string;
  /** Why its plugin did not accept its credentials, if it runs elsewhere than the installed one. */
  readonly reason?: string;
  readonly at: string;
}

/**
 * A new version was given up before its plugin accepted its credentials. The version before it runs, again or still,
 * with the credentials that it has. Changes nothing when these credentials were renewed again in the meantime.
 */
export function abandonRenewal(
  { version, reason = 'not_called', at }: AbandonRenewal,
  installation: Installation,
): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const isCurrent = installation.renewal?.version === version;
      const data = { ...partiesOf(installation), version, at };
      if (installation.move?.grants.version === version)
        return acceptFacts(installation, [{ type: 'MoveAbandoned', data: { ...data, reason } }]);
      return acceptFacts(installation, isCurrent ? [{ type: 'RenewalAbandoned', data }] : []);
    }
    default:
      return unreachable(installation);
  }
}
