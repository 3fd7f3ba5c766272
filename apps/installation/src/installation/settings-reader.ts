import type { JsonObject } from '@kushk/contracts';
import { withoutSecrets } from '@kushk/manifest';
import type { InstallationSecrets } from './installation-secrets.js';
import type { InstallationSettings } from './installation-settings.view.js';

interface VisibleSettings {
  readonly settings: JsonObject;
  readonly settings_revision: number;
}

/** Reads the settings of installations; null for an installation that the organisation does not have. */
export class SettingsReader {
  constructor(
    private readonly stored: InstallationSettings,
    private readonly secrets: InstallationSecrets,
  ) {}

  /** The settings with their secret values. */
  async unsealed(organisationId: string, installationId: string): Promise<VisibleSettings | null> {
    const row = await this.stored.findInstalled(organisationId, installationId);
    if (row === null) return null;
    const settings = await this.secrets.unsealSettings(installationId, row.settings);
    return { settings, settings_revision: row.settings_revision };
  }

  /** The settings without their secret values. */
  async withoutSecrets(organisationId: string, installationId: string): Promise<VisibleSettings | null> {
    const row = await this.stored.findInstalled(organisationId, installationId);
    if (row === null) return null;
    const { masked, secretPointers } = row.settings;
    return { settings: withoutSecrets(masked, secretPointers), settings_revision: row.settings_revision };
  }
}
