import type { JsonObject } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import type { Evaluator } from '@kushk/runtime/evaluation';
import type { Manifests } from '../../listing/listing.view.js';
import { expectedVersionsOf } from '../expected-versions.js';
import type { InstallationSecrets } from '../installation-secrets.js';
import type { ExistingInstallation } from '../installation.js';
import type { ChangeSettings } from './change-settings.js';
import { submittedSettings } from './submitted-settings.js';

/** Validates and seals the settings that an admin submits. */
export class SettingsPreparation {
  constructor(
    private readonly manifests: Pick<Manifests, 'find'>,
    private readonly secrets: InstallationSecrets,
    private readonly evaluator: Evaluator,
  ) {}

  async prepare(
    sent: JsonObject,
    installation: ExistingInstallation,
  ): Promise<Refused | { readonly accepted: true; readonly change: Pick<ChangeSettings, 'expected' | 'settings'> }> {
    const { installationId, pluginId, grants } = installation;
    const manifest = await this.manifests.find(pluginId, grants);
    if (manifest === null) return refuse('installation.not_found');
    const stored = await this.secrets.storedSettings(installationId, installation.settings);
    const submitted = await submittedSettings(manifest, { sent, stored }, this.evaluator);
    if (submitted.problems.length > 0) return refuse('installation.settings_invalid', { problems: submitted.problems });
    const settings = await this.secrets.sealSettings(installationId, submitted);
    return { accepted: true, change: { expected: expectedVersionsOf(installation), settings } };
  }
}
