import type { JsonObject, Problem } from '@kushk/contracts';
import { restoreSecrets, validateAgainst, withDefaults, type Manifest, type StoredSettings } from '@kushk/manifest';
import { settingsSchemaOf } from '../install/manifest-terms.js';

type Submitted =
  | {
      readonly settings: JsonObject;
      /** Pointers to the stored secrets among them that the admin has not written. */
      readonly unchanged: readonly string[];
      readonly problems: readonly [];
    }
  | { readonly settings: null; readonly problems: readonly Problem[] };

/**
 * The settings that result from what an admin submits, or from the stored ones if it is null: with the stored secrets
 * that the admin has not changed, with the defaults of missing settings, and valid for the manifest. Paths of problems
 * begin with `/settings`.
 */
export function submittedSettings(manifest: Manifest, sent: JsonObject | null, stored: StoredSettings): Submitted {
  const schema = settingsSchemaOf(manifest);
  const { settings: restored, unchanged } =
    sent === null ? { settings: stored.settings, unchanged: stored.secrets } : restoreSecrets(schema, sent, stored);
  const settings = withDefaults(schema, restored);
  const problems = validateAgainst(schema, settings, '/settings');
  return problems.length > 0 ? { settings: null, problems } : { settings, unchanged, problems: [] };
}
