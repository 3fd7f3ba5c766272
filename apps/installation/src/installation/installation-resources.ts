import {
  originForContainers,
  type AuthenticatedInstallation,
  type InstallationForAdmin,
  type InstallationSummary,
  type PageDomain,
  type VersionDecline,
} from '@kushk/contracts';
import { mapReply, type Decision } from '@kushk/decider';
import type { Config } from '@kushk/runtime';
import type { Settings } from './installation-facts.js';
import type { InstallationRow } from './installation.view.js';
import { rowOf } from './installation-row.js';
import { originOfPages } from './page-of-plugin.js';
import type { ExistingInstallation } from './installation.js';

type Origin = Pick<Config, 'serviceOrigin'>;

/**
 * The base URL of the API for one installation. It is computed on every use, so a new host name applies to existing
 * installations too.
 */
export function apiBaseOf({ serviceOrigin }: Origin, installationId: string): string {
  return `${serviceOrigin}/i/${installationId}/plugin/v1`;
}

/** The same API as the plugin reaches it: from a container, the loopback address of the service leads elsewhere. */
export function apiBaseForPlugin(
  { serviceOrigin }: Origin,
  { installationId, grants }: Pick<ExistingInstallation, 'installationId' | 'grants'>,
): string {
  const origin = grants.kind === 'instance' ? originForContainers(serviceOrigin) : serviceOrigin;
  return apiBaseOf({ serviceOrigin: origin }, installationId);
}

export interface StoredSettings {
  readonly settings: Settings;
  readonly settings_revision: number;
}

/** The declined versions as the API shows them. */
export function versionDeclines({ declined_versions }: Pick<InstallationRow, 'declined_versions'>): VersionDecline[] {
  return declined_versions.map(({ version, by = null, at = null }) => ({ version, by, at }));
}

/** Converts installations to API resources. */
export class InstallationResources {
  constructor(private readonly config: PageDomain) {}

  /** The resource for the gateway, which authenticates the calls of plugins. */
  forGateway(row: InstallationRow): AuthenticatedInstallation {
    return {
      organisation_id: row.organisation_id,
      installation: this.summary(row),
      page_origin: originOfPages(row, this.config),
    };
  }

  /**
   * The resource for the people of the organisation. Secret settings are masked, so it may be stored as the reply to
   * a command. Without `stored`, its settings are null.
   */
  forAdmin(row: InstallationRow, stored: StoredSettings | null): InstallationForAdmin {
    return {
      ...this.summary(row),
      ...(stored !== null && { settings_revision: stored.settings_revision }),
      settings: stored === null ? null : stored.settings.masked,
      credentials_until: row.credentials_until?.toISOString() ?? null,
      channel: row.channel,
      follow: row.follow,
      version_pending: row.pending_version?.version ?? null,
      version_moving: row.moving_version,
      version_failed: row.failed_version,
      versions_declined: versionDeclines(row),
      organisation_id: row.organisation_id,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }

  /** Replaces the reply of a decision, the installation, with the resource for the admin. */
  replyForAdmin<Facts>(decision: Decision<Facts, ExistingInstallation>): Decision<Facts, InstallationForAdmin> {
    return mapReply(decision, (installation) => {
      const { settings, settingsRevision } = installation;
      return this.forAdmin(rowOf(installation), { settings, settings_revision: settingsRevision });
    });
  }

  private summary(row: InstallationRow): InstallationSummary {
    return {
      installation_id: row.stream_id,
      plugin_id: row.plugin_id,
      version: row.version,
      status: row.status,
      delivery: row.grants.delivery ?? 'push',
      plugin_api: row.grants.pluginApi,
      api_base: apiBaseOf(this.config, row.stream_id),
      scopes: row.grants.scopes,
      scopes_pending: row.pending_version?.additionalScopes ?? [],
      settings_revision: row.settings_revision,
      plan: row.grants.plan,
      locale: row.locale,
      machine_user: { id: row.machine_user_id },
      installed_at: row.installed_at?.toISOString() ?? null,
      token: { last4: row.token_last4 },
    };
  }
}
