import { refuse, unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';

export interface RenewCredentials {
  readonly tokenHash: string;
  readonly tokenLast4: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  /** The body of the `installed` call that delivers the new credentials. */
  readonly sealedInstalledCall: string;
  readonly by: string;
  readonly at: string;
}

/**
 * The `installed` call is retried for a day. A renewal that is not completed by then has failed, and another may
 * start.
 */
const DELIVERY_ENDS_AFTER_MS = 25 * 60 * 60_000;

/**
 * The admin renews the token and the signing secret, for example after a leak. The `installed` call delivers both and
 * is signed with the old secret. The old credentials are valid until the plugin responds. Only one renewal may be in
 * flight, because the response to one could otherwise confirm another.
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
      const { status, installedAt, renewal, move, grants } = installation;
      if (installedAt === null || move !== null) return refuse('installation.transition_invalid', { status });
      // Only an admin who reads the newest ones confirms those of a plugin that polls.
      if (renewal !== null && grants.delivery !== 'poll' && isInFlight(renewal.startedAt, command.at))
        return refuse('installation.transition_invalid', { status, renewal_since: renewal.startedAt });
      return acceptFacts(installation, [{ type: 'RenewalStarted', data: { ...partiesOf(installation), ...command } }]);
    }
    default:
      return unreachable(installation);
  }
}

function isInFlight(startedAt: string, at: string): boolean {
  return Date.parse(at) - Date.parse(startedAt) < DELIVERY_ENDS_AFTER_MS;
}
