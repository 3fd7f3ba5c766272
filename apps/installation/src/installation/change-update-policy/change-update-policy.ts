import type { UpdatePolicy } from '@kushk/contracts';
import { refuse, unreachable } from '@kushk/decider';
import { isListedFor } from '../../access/access.js';
import { isListedAs } from '../../listing/listing.js';
import { VERSION_CONFLICT, acceptIfUnchanged } from '../expected-versions.js';
import { followUp, isReached, type FollowStates, type FollowVersion } from '../follow-version/follow-version.js';
import { refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { partiesOf } from '../installation.js';
import type { InstallationFact } from '../installation-facts.js';

/** `next` is the version that the installation follows with the new policy. */
export interface ChangeUpdatePolicy extends FollowVersion {
  readonly policy: UpdatePolicy;
  readonly by: string;
}

/**
 * Changes which versions the installation follows, and moves it to the version that it then follows. A policy that it
 * already has changes nothing.
 */
export function changeUpdatePolicy(
  command: ChangeUpdatePolicy,
  { installation, listing, rollout, access }: FollowStates,
): InstallationDecision {
  const { expected, next, policy, by, at } = command;
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      // The listing, the access or the rollout changed after the command was prepared.
      if (next !== null && !(isListedFor(listing, access) && isListedAs(listing, next.grants.manifestDigest)))
        return refuse(VERSION_CONFLICT);
      if (!isReached(command, { ...installation, ...policy }, { listing, rollout })) return refuse(VERSION_CONFLICT);
      return acceptIfUnchanged(expected, installation, (active) => {
        if (active.channel === policy.channel && active.follow === policy.follow) return [];
        const changed: InstallationFact = {
          type: 'UpdatePolicyChanged',
          data: { ...partiesOf(active), ...policy, by, at },
        };
        return [changed, ...followUp(command, { ...active, ...policy })];
      });
    default:
      return unreachable(installation);
  }
}
