import { refuse, unreachable } from '@kushk/decider';
import { isListedFor, type Access } from '../../access/access.js';
import { isListedAs, type Listing } from '../../listing/listing.js';
import { VERSION_CONFLICT, acceptIfUnchanged, type ExpectedVersions } from '../expected-versions.js';
import { changeVersion, type NextVersion } from '../follow-version/follow-version.js';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { ActiveInstallation, Installation } from '../installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { startMove, type CredentialsOfMove } from './start-move.js';

export interface ConsentToVersion {
  readonly expected: ExpectedVersions;
  readonly next: NextVersion & { readonly settingsChanged: boolean };
  /** For a version that runs elsewhere than the installed one; otherwise null. */
  readonly move: { readonly credentials: CredentialsOfMove | null } | null;
  readonly by: string;
  readonly at: string;
}

interface ConsentStates {
  readonly installation: Installation;
  readonly listing: Listing;
  readonly access: Access;
}

/**
 * Records the admin's consent to the pending version. Consent to any other version is rejected, so the admin gets
 * exactly the version that was shown.
 */
export function consentToVersion(
  command: ConsentToVersion,
  { installation, listing, access }: ConsentStates,
): InstallationDecision {
  const { expected, next } = command;
  if (!isListedFor(listing, access)) return refuse('store.plugin_not_found');
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
      const { status, pendingVersion, move, installedAt } = installation;
      if (pendingVersion?.version !== version) {
        const version_pending = pendingVersion?.version ?? null;
        return refuse('installation.transition_invalid', { status, version_pending, version });
      }
      // A development release was published again, and the new manifest is not the one that was shown.
      if (!isListedAs(listing, next.grants.manifestDigest)) return refuse(VERSION_CONFLICT);
      if (move?.grants.version === version) return acceptFacts(installation, []);
      // Nothing is sent to the plugin of a paused or suspended installation, so it could not accept its credentials.
      const cannotAccept =
        command.move !== null && installedAt !== null && (status === 'paused' || status === 'suspended');
      if (move !== null || cannotAccept) return refuse('installation.transition_invalid', { status, version });
      return acceptIfUnchanged(expected, installation, (active) => update(command, active));
    }
    default:
      return unreachable(installation);
  }
}

/** A plugin that has no credentials yet gets its first ones wherever it runs. */
function update({ next, move, by, at }: ConsentToVersion, installation: ActiveInstallation): InstallationFact[] {
  return move === null || installation.installedAt === null
    ? changeVersion(installation, next, { by, at })
    : startMove(installation, { next, credentials: move.credentials, by, at });
}
