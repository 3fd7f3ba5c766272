import type { SettingsLookup, VisibleSettings } from '@kushk/contracts';
import { withoutSecrets } from '@kushk/manifest';
import type { InstallationSecrets } from './installation-secrets.js';
import type { InstallationSettings, InstallationSettingsRow } from './installation-settings.view.js';

/**
 * Maximum size of the settings that one reply with several of them contains, but for the last one. Each may be there
 * twice, with its secret values and without, and has up to a megabyte.
 */
const manyBytes = 1024 * 1024;

/** Reads the settings of installations; null for an installation that the organisation does not have. */
export class SettingsReader {
  constructor(
    private readonly stored: InstallationSettings,
    private readonly secrets: InstallationSecrets,
  ) {}

  /** The settings with their secret values. */
  async unsealed(organisationId: string, installationId: string): Promise<VisibleSettings | null> {
    const row = await this.stored.findInstalled(organisationId, installationId);
    return row === null ? null : await this.visible(row, true);
  }

  /** The settings without their secret values. */
  async withoutSecrets(organisationId: string, installationId: string): Promise<VisibleSettings | null> {
    const row = await this.stored.findInstalled(organisationId, installationId);
    return row === null ? null : await this.visible(row, false);
  }

  /** The settings in the order of the lookups, up to a bound in bytes; null for those beyond it. */
  async many(lookups: readonly SettingsLookup[]): Promise<(VisibleSettings | null)[]> {
    const ids = new Set(lookups.map(({ installation_id }) => installation_id));
    const rows = await this.stored.findAllInstalled([...ids], manyBytes);
    return await Promise.all(
      lookups.map(({ organisation_id, installation_id, with_secrets }) => {
        const row = rows.get(installation_id);
        return row?.organisation_id === organisation_id ? this.visible(row, with_secrets) : null;
      }),
    );
  }

  private async visible(row: InstallationSettingsRow, withSecrets: boolean): Promise<VisibleSettings> {
    const { masked, secretPointers } = row.settings;
    const settings = withSecrets
      ? await this.secrets.unsealSettings(row.stream_id, row.settings)
      : withoutSecrets(masked, secretPointers);
    return {
      settings,
      settings_revision: row.settings_revision,
      ...(withSecrets && { alias: this.secrets.aliasOf(row.stream_id) }),
    };
  }
}
