/** An installation in the words of the wire. Addresses are made here, so that nothing stored names a port or a host. */
import type { InstallationForAdmin, InstallationResource } from '@kushk/contracts';
import { maskSecrets } from '@kushk/manifest';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import type { InstallationRow } from './installation.view.js';
import { SettingsSeal } from './settings-seal.handler.js';

/** Shown in place of a secret value that is set. */
const MASK = '••••••';

@Injectable()
export class InstallationWire {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly seal: SettingsSeal,
  ) {}

  apiBase(installationId: string): string {
    return `${this.config.serviceOrigin}/i/${installationId}/plugin/v1`;
  }

  /** For the plugin: `GET /installation` (contract §8). */
  async forPlugin(row: InstallationRow): Promise<InstallationResource> {
    return {
      installation_id: row.stream_id,
      plugin_id: row.plugin_id,
      version: row.version,
      status: row.status,
      plugin_api: row.grants.pluginApi,
      api_base: this.apiBase(row.stream_id),
      scopes: row.grants.scopes,
      scopes_pending: [],
      settings: await this.seal.open(row.stream_id, row.settings),
      settings_revision: row.settings_revision,
      plan: row.grants.plan,
      locale: row.locale,
      machine_user: { id: row.machine_user_id },
      installed_at: row.installed_at?.toISOString() ?? null,
      token: { last4: row.token_last4 },
    };
  }

  /** For the admin: secret settings are masked. */
  async forAdmin(row: InstallationRow): Promise<InstallationForAdmin> {
    const resource = await this.forPlugin(row);
    return {
      ...resource,
      settings: maskSecrets(resource.settings, row.settings.secretKeys, MASK),
      organisation_id: row.organisation_id,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}
