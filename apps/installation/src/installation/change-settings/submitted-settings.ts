import type { JsonObject } from '@kushk/contracts';
import type { CompletedSettings, Manifest, StoredSettings } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { settingsSchemaOf } from '../install/manifest-terms.js';

/** The settings of an installation by the manifest. `sent` is what an admin submits; null keeps the stored settings. */
export function submittedSettings(
  manifest: Manifest,
  { sent, stored }: { readonly sent: JsonObject | null; readonly stored: StoredSettings },
  evaluator: Evaluator,
): Promise<CompletedSettings> {
  return evaluator.run(manifest.id, 'completeSettings', settingsSchemaOf(manifest), sent, stored);
}
