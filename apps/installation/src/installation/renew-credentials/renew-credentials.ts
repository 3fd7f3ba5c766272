import { refuse, unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';

export interface RenewCredentials {
  readonly tokenHash: string;
  readonly tokenLast4: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  /** The body of the `installed` call that delivers them. */
  readonly sealedInstalledCall: string;
  readonly by: string;
  readonly at: string;
}

/** `installed` is retried for a day. A renewal that is not completed by then has failed, and another may start. */
const DELIVERY_ENDS_AFTER_MS = 25 * 60 * 60_000;

/**
 * The admin renews token and signing secret, for example after a leak. `installed` delivers both, signed with the old
 * secret. The old credentials work until the plugin has answered. Only one renewal is in flight at a time: otherwise
 * the answer to one could be taken for the answer to another.
 */
export function renewCredentials(command: RenewCredentials, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const { status, installedAt, renewalStartedAt } = installation;
      if (installedAt === null) return refuse('installation.transition_invalid', { status });
      if (renewalStartedAt !== null && isInFlight(renewalStartedAt, command.at))
        return refuse('installation.transition_invalid', { status, renewal_since: renewalStartedAt });
      return acceptFacts(installation, [{ type: 'RenewalStarted', data: { ...partiesOf(installation), ...command } }]);
    }
    default:
      return unreachable(installation);
  }
}

function isInFlight(startedAt: string, at: string): boolean {
  return Date.parse(at) - Date.parse(startedAt) < DELIVERY_ENDS_AFTER_MS;
}
