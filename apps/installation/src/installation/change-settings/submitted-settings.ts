import type { JsonObject, Problem } from '@kushk/contracts';
import { restoreSecrets, validateAgainst, withDefaults, type Manifest } from '@kushk/manifest';
import { settingsSchemaOf } from '../install/manifest-terms.js';

type Submitted =
  | { readonly settings: JsonObject; readonly problems: readonly [] }
  | { readonly settings: null; readonly problems: readonly Problem[] };

/**
 * The settings that result from what an admin submits: with the stored secrets that the admin has not changed, with
 * the defaults of missing settings, and valid for the manifest. Paths of problems begin with `/settings`.
 */
export function submittedSettings(manifest: Manifest, sent: JsonObject, stored: JsonObject): Submitted {
  const schema = settingsSchemaOf(manifest);
  const settings = withDefaults(schema, restoreSecrets(schema, sent, stored));
  const problems = validateAgainst(schema, settings, '/settings');
  return problems.length > 0 ? { settings: null, problems } : { settings, problems: [] };
}
