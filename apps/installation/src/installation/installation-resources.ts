import type {
  AuthenticatedInstallation,
  InstallationForAdmin,
  InstallationResource,
  JsonObject,
} from '@kushk/contracts';
import { mapReply, type Decision } from '@kushk/decider';
import type { Config } from '@kushk/runtime';
import type { InstallationRow } from './installation.view.js';
import type { InstallationSecrets } from './installation-secrets.js';
import { rowOf } from './installation-row.js';
import type { ExistingInstallation } from './installation.js';

type Origin = Pick<Config, 'serviceOrigin'>;

/**
 * The base URL of the API for one installation. It is computed on every use, so a new host name applies to existing
 * installations too.
 */
export function apiBaseOf({ serviceOrigin }: Origin, installationId: string): string {
  return `${serviceOrigin}/i/${installationId}/plugin/v1`;
}

/** Converts installations to API resources. */
export class InstallationResources {
  constructor(
    private readonly config: Origin,
    private readonly secrets: InstallationSecrets,
  ) {}

  /** The resource for the gateway, which authenticates the calls of plugins. Its settings are unsealed. */
  async forGateway(row: InstallationRow): Promise<AuthenticatedInstallation> {
    const settings = await this.secrets.unsealSettings(row.stream_id, row.settings);
    return {
      organisation_id: row.organisation_id,
      installation: this.resource(row, settings),
      secret_settings: row.settings.secretPointers,
    };
  }

  /** The resource for the admin. Secret settings are masked, so it may be stored as the reply to a command. */
  forAdmin(row: InstallationRow): InstallationForAdmin {
    return {
      ...this.resource(row, row.settings.masked),
      version_pending: row.pending_version?.version ?? null,
      organisation_id: row.organisation_id,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }

  /** Replaces the reply of a decision, the installation, with the resource for the admin. */
  replyForAdmin<Facts>(decision: Decision<Facts, ExistingInstallation>): Decision<Facts, InstallationForAdmin> {
    return mapReply(decision, (installation) => this.forAdmin(rowOf(installation)));
  }

  private resource(row: InstallationRow, settings: JsonObject): InstallationResource {
    return {
      installation_id: row.stream_id,
      plugin_id: row.plugin_id,
      version: row.version,
      status: row.status,
      plugin_api: row.grants.pluginApi,
      api_base: apiBaseOf(this.config, row.stream_id),
      scopes: row.grants.scopes,
      scopes_pending: row.pending_version?.additionalScopes ?? [],
      settings,
      settings_revision: row.settings_revision,
      plan: row.grants.plan,
      locale: row.locale,
      machine_user: { id: row.machine_user_id },
      installed_at: row.installed_at?.toISOString() ?? null,
      token: { last4: row.token_last4 },
    };
  }
}
