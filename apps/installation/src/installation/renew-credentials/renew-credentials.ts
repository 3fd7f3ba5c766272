import { refuse } from '@kushk/decider';
import { about, change, type Changed } from '../change-installation.js';
import { statusOf, type Installation } from '../installation.js';

export interface RenewCredentials {
  readonly tokenHash: string;
  readonly tokenLast4: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  /** The body of the `installed` call that brings them. */
  readonly sealedLifecycle: string;
  readonly by: string;
  readonly at: string;
}
/** The `installed` call is repeated for a day (contract §7); after that a renewal that nobody took may be begun anew. */
const TAKEN_WITHIN_MS = 25 * 60 * 60_000;

/**
 * The admin renews token and signing secret, say because one has leaked. They go to the plugin by `installed`, signed with
 * the old secret; what is old goes on until the plugin has answered, and ends then (contract §7). One renewal at a
 * time: an answer must not be taken for that of another.
 */
export function renewCredentials(command: RenewCredentials, installation: Installation): Changed {
  if (installation.phase === 'pending')
    return refuse('installation.transition_invalid', { status: statusOf(installation) });
  if (
    installation.phase === 'installed' &&
    installation.renewalSince !== null &&
    Date.parse(command.at) - Date.parse(installation.renewalSince) < TAKEN_WITHIN_MS
  ) {
    return refuse('installation.transition_invalid', {
      status: statusOf(installation),
      renewal_since: installation.renewalSince,
    });
  }
  return change(installation, (existing) => [{ type: 'RenewalBegun', data: { ...about(existing), ...command } }]);
}
