import { refuse, unreachable } from '@kushk/decider';
import { isListedFor, type Access } from '../../access/access.js';
import { isListedAs, type Listing } from '../../listing/listing.js';
import { VERSION_CONFLICT, acceptIfUnchanged } from '../expected-versions.js';
import {
  isUpdate,
  moveOrRequestConsent,
  type CandidateVersion,
  type FollowVersion,
} from '../follow-version/follow-version.js';
import { refuseInactive, refuseMoving, type InstallationDecision } from '../installation-decision.js';
import type { Installation } from '../installation.js';

export interface MoveToVersion extends Pick<FollowVersion, 'expected'> {
  readonly next: CandidateVersion;
  readonly by: string;
  readonly at: string;
}

interface States {
  readonly installation: Installation;
  readonly listing: Listing;
  readonly access: Access;
}

/** The admin moves the installation at once, whether or not it follows the version by itself. */
export function moveToVersion(
  { expected, next, by, at }: MoveToVersion,
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
      if (installation.move !== null) return refuseMoving(installation, installation.move);
      // The installation, the listing or the access changed after the command was prepared.
      if (!isListedFor(listing, access) || !isListedAs(listing, next.grants.manifestDigest))
        return refuse(VERSION_CONFLICT);
      if (!isUpdate(next.grants, installation.grants)) return refuse(VERSION_CONFLICT);
      return acceptIfUnchanged(expected, installation, (active) => moveOrRequestConsent(active, next, { by, at }));
    }
    default:
      return unreachable(installation);
  }
}
