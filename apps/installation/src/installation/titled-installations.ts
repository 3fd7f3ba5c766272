import type { TitledInstallation } from '@kushk/contracts';
import type { Deprecations } from '../deprecation/deprecations.view.js';
import type { PluginTitles } from '../listing/plugin-titles.view.js';
import type { InstallationResources, StoredSettings } from './installation-resources.js';
import type { InstallationRow } from './installation.view.js';

/** Installations as people see them, with what they recognise the plugin by. */
export class TitledInstallations {
  constructor(
    private readonly resources: Pick<InstallationResources, 'forAdmin'>,
    private readonly titles: Pick<PluginTitles, 'of'>,
    private readonly deprecations: Pick<Deprecations, 'of'>,
  ) {}

  /** `settingsOf` returns the settings of an installation, or null to leave them out. */
  async of(
    rows: readonly InstallationRow[],
    settingsOf: (row: InstallationRow) => StoredSettings | null,
  ): Promise<TitledInstallation[]> {
    const releaseOf = ({ grants, plugin_id }: InstallationRow) => ({ ...grants, pluginId: plugin_id });
    const [titleOf, deprecations] = await Promise.all([
      this.titles.of(rows.map(releaseOf)),
      this.deprecations.of(rows.map(({ plugin_id }) => plugin_id)),
    ]);
    return rows.map((row) => ({
      ...this.resources.forAdmin(row, settingsOf(row)),
      kind: row.grants.kind,
      deprecation: deprecations.get(row.plugin_id) ?? null,
      ...titleOf(releaseOf(row)),
    }));
  }
}
