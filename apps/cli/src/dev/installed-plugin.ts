/** The plugin that a `kushk dev …` command is about, and its installation. */
import type { JsonObject, TitledInstallation } from '@kushk/contracts';
import type { ConnectionFlags } from '../connection.js';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { manifestFile } from '../plugin-folder.js';
import { settingsSchema } from '../settings/setting-lines.js';
import type { InstanceClient } from './instance-client.js';

export interface InstalledPluginOptions extends ConnectionFlags {
  readonly manifest?: string;
  readonly installation?: string;
}

/** The schema of the settings in a manifest, which may have problems; empty when it declares none. */
export async function settingsSchemaIn(file: string): Promise<JsonObject> {
  const { parseManifestYaml } = await import('@kushk/manifest');
  return settingsSchema(Object(parseManifestYaml(readText(file)).manifest) as JsonObject);
}

/** The id and the version in a manifest; null for one that it lacks. */
export async function nameInManifest(
  given: string | undefined,
): Promise<{ readonly id: string | null; readonly version: string | null }> {
  const { parseManifestYaml } = await import('@kushk/manifest');
  const { id, version } = (parseManifestYaml(readText(manifestFile(given))).manifest ?? {}) as {
    readonly id?: unknown;
    readonly version?: unknown;
  };
  return { id: typeof id === 'string' ? id : null, version: typeof version === 'string' ? version : null };
}

/** The installation that is named, or that of the plugin in this folder. */
export async function installationOf(
  client: InstanceClient,
  options: InstalledPluginOptions,
): Promise<TitledInstallation> {
  if (options.installation !== undefined) return client.installation(options.installation);
  const { id } = await nameInManifest(options.manifest);
  const found = id === null ? null : await client.findInstallation(id);
  if (found === null)
    throw new Failure(phrase`${String(id)} is not installed: run "kushk dev" in the plugin's folder first`, {
      code: 'cli.not_installed',
      exitCode: EXIT.refused,
    });
  return found;
}
