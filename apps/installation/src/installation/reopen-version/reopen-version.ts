import { refuse, unreachable } from '@kushk/decider';
import { isListedFor, type Access } from '../../access/access.js';
import { isListedAs, type Listing } from '../../listing/listing.js';
import { VERSION_CONFLICT, acceptIfUnchanged } from '../expected-versions.js';
import { moveOrRequestConsent } from '../follow-version/follow-version.js';
import { acceptFacts, refuseInactive, refuseMoving, type InstallationDecision } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';
import type { InstallationFact } from '../installation-facts.js';
import type { MoveToVersion } from '../move-to-version/move-to-version.js';

/** `next` is the declined version if it is the highest one that the installation may run; otherwise null. */
export interface ReopenVersion extends Omit<MoveToVersion, 'next'> {
  readonly version: string;
  readonly next: MoveToVersion['next'] | null;
}

interface States {
  readonly installation: Installation;
  readonly listing: Listing;
  readonly access: Access;
}

/**
 * Takes the decision to decline a version back. In the same commit the version waits for consent again, unless a higher
 * one waits or it is no longer listed. Reopening the version that already waits changes nothing.
 */
export function reopenVersion(
  { expected, next, version, by, at }: ReopenVersion,
  { installation, listing, access }: States,
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
      const { status, pendingVersion, declinedVersions, move } = installation;
      if (move !== null) return refuseMoving(installation, move);
      if (!declinedVersions.some((declined) => declined.version === version))
        return pendingVersion?.version === version
          ? acceptFacts(installation, [])
          : refuse('installation.transition_invalid', { status, version });
      // The listing or the access changed after the command was prepared.
      if (next !== null && !(isListedFor(listing, access) && isListedAs(listing, next.grants.manifestDigest)))
        return refuse(VERSION_CONFLICT);
      return acceptIfUnchanged(expected, installation, (active) => {
        const reopened: InstallationFact = {
          type: 'VersionReopened',
          data: { ...partiesOf(active), version, by, at },
        };
        // A version that no longer needs the consent is followed like any other one.
        return next?.needsConsent ? [reopened, ...moveOrRequestConsent(active, next, { by, at })] : [reopened];
      });
    }
    default:
      return unreachable(installation);
  }
}
