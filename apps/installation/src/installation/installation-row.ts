import { labelOfContainer } from '@kushk/contracts';
import type { InstallationRow } from './installation.view.js';
import type { ExistingInstallation } from './installation.js';
import { credentialsReadableUntil } from './readable-credentials.js';

/**
 * The row of an installation in the view. Replies to commands are built from the same type of row, which is computed
 * from the new state because the view is updated later.
 */
export function rowOf(installation: ExistingInstallation): InstallationRow {
  const isRemoved = installation.status === 'removed';
  const previousToken = isRemoved ? null : installation.previousToken;
  return {
    stream_id: installation.installationId,
    organisation_id: installation.organisationId,
    plugin_id: installation.pluginId,
    version: installation.grants.version,
    status: installation.status,
    token_hash: isRemoved ? null : installation.tokenHash,
    token_last4: installation.tokenLast4,
    previous_token_hash: previousToken?.hash ?? null,
    previous_token_until: previousToken === null ? null : new Date(previousToken.until),
    credentials_until: credentialsReadableUntil(installation),
    machine_user_id: installation.machineUserId,
    page_label: isRemoved || installation.containerUrl === null ? null : labelOfContainer(installation.containerUrl),
    grants: installation.grants,
    pending_version: installation.pendingVersion,
    declined_versions: installation.declinedVersions,
    moving_version:
      isRemoved || installation.move === null
        ? null
        : { version: installation.move.grants.version, gives_up_at: installation.move.giveUpAt },
    failed_version: installation.failedMove,
    channel: installation.channel,
    follow: installation.follow,
    settings_revision: installation.settingsRevision,
    locale: installation.locale,
    created_at: new Date(installation.createdAt),
    updated_at: new Date(installation.updatedAt),
    installed_at: installation.installedAt === null ? null : new Date(installation.installedAt),
  };
}
