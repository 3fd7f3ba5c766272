import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';

export interface AbandonRenewal {
  /** The version that was given up. */
  readonly version: string;
  readonly at: string;
}

/**
 * A new version of a container plugin was given up before it accepted its credentials. The version before it runs again
 * with the credentials that it has. Changes nothing when these credentials were renewed again in the meantime.
 */
export function abandonRenewal({ version, at }: AbandonRenewal, installation: Installation): InstallationDecision {
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
      return acceptFacts(installation, isCurrent ? [{ type: 'RenewalAbandoned', data }] : []);
    }
    default:
      return unreachable(installation);
  }
}
