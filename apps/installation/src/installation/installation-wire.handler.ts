/** An installation in the words of the wire. Addresses are made here, so that nothing stored names a port or a host. */
import type { InstallationForAdmin, InstallationResource, JsonObject } from '@kushk/contracts';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import type { InstallationRow } from './installation.view.js';
import { SettingsSeal } from './settings-seal.handler.js';

@Injectable()
export class InstallationWire {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly seal: SettingsSeal,
  ) {}

  apiBase(installationId: string): string {
    return `${this.config.serviceOrigin}/i/${installationId}/plugin/v1`;
  }

  /** For the plugin: `GET /installation` (contract §8), its settings opened. */
  async forPlugin(row: InstallationRow): Promise<InstallationResource> {
    return this.resource(row, await this.seal.open(row.stream_id, row.settings));
  }

  /** For the admin: secret settings are masked. Opens nothing, so a decision may answer with it and have it stored. */
  forAdmin(row: InstallationRow): InstallationForAdmin {
    return {
      ...this.resource(row, row.settings.open),
      version_pending: row.pending?.version ?? null,
      organisation_id: row.organisation_id,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }

  private resource(row: InstallationRow, settings: JsonObject): InstallationResource {
    return {
      installation_id: row.stream_id,
      plugin_id: row.plugin_id,
      version: row.version,
      status: row.status,
      plugin_api: row.grants.pluginApi,
      api_base: this.apiBase(row.stream_id),
      scopes: row.grants.scopes,
      scopes_pending: row.pending?.scopes ?? [],
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
