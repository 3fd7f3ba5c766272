import { refuse, unreachable } from '@kushk/decider';
import { isListed, isListedAs, type Listing } from '../../listing/listing.js';
import { VERSION_CONFLICT, acceptIfUnchanged, type ExpectedVersions } from '../expected-versions.js';
import { changeVersion, type NextVersion } from '../follow-version/follow-version.js';
import { refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { Installation } from '../installation.js';

export interface ConsentToVersion {
  readonly expected: ExpectedVersions;
  readonly next: NextVersion & { readonly settingsChanged: boolean };
  readonly by: string;
  readonly at: string;
}

/**
 * Records the admin's consent to the pending version. Consent to any other version is rejected, so the admin gets
 * exactly the version that was shown.
 */
export function consentToVersion(
  { expected, next, by, at }: ConsentToVersion,
  { installation, listing }: { readonly installation: Installation; readonly listing: Listing },
): InstallationDecision {
  if (!isListed(listing)) return refuse('store.plugin_not_found');
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const { version } = next.grants;
      const { status, pendingVersion } = installation;
      if (pendingVersion?.version !== version) {
        const version_pending = pendingVersion?.version ?? null;
        return refuse('installation.transition_invalid', { status, version_pending, version });
      }
      // A development release was published again, and the new manifest is not the one that was shown.
      if (!isListedAs(listing, next.grants.manifestDigest)) return refuse(VERSION_CONFLICT);
      return acceptIfUnchanged(expected, installation, (active) => changeVersion(active, next, { by, at }));
    }
    default:
      return unreachable(installation);
  }
}
