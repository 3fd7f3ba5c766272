import type { JsonObject, Problem } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { settingsSchemaOf } from '../install/manifest-terms.js';

type Submitted =
  | { readonly settings: JsonObject; readonly problems: readonly [] }
  | { readonly settings: null; readonly problems: readonly Problem[] };

/**
 * The settings that result from what an admin submits: with the stored secrets that the admin has not changed, with
 * the defaults of missing settings, and valid for the manifest. Paths of problems begin with `/settings`.
 */
export async function submittedSettings(
  manifest: Manifest,
  { sent, stored }: { readonly sent: JsonObject; readonly stored: JsonObject },
  evaluator: Evaluator,
): Promise<Submitted> {
  const schema = settingsSchemaOf(manifest);
  const { settings, problems } = await evaluator.run(manifest.id, 'completeSettings', schema, sent, stored);
  return problems.length > 0 ? { settings: null, problems } : { settings, problems: [] };
}
