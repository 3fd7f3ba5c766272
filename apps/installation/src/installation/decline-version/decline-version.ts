import { refuse, unreachable } from '@kushk/decider';
import { acceptFacts, type InstallationDecision, refuseInactive, refuseMoving } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';

export interface DeclineVersion {
  readonly version: string;
  readonly by: string;
  readonly at: string;
}

/**
 * Declines the pending version: the installed version runs on, and the declined one is never offered again. Declining
 * it again changes nothing. Any other version is rejected, so an admin declines exactly the version that was shown.
 */
export function declineVersion({ version, by, at }: DeclineVersion, installation: Installation): InstallationDecision {
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
      if (pendingVersion?.version === version) {
        const { manifestDigest } = pendingVersion;
        const parties = partiesOf(installation);
        return acceptFacts(installation, [
          { type: 'VersionDeclined', data: { ...parties, version, manifestDigest, by, at } },
          { type: 'UpdateDropped', data: { ...parties, version, at } },
        ]);
      }
      if (declinedVersions.some((declined) => declined.version === version)) return acceptFacts(installation, []);
      const version_pending = pendingVersion?.version ?? null;
      return refuse('installation.transition_invalid', { status, version_pending, version });
    }
    default:
      return unreachable(installation);
  }
}
