import type { JsonObject, Problem } from '@kushk/contracts';
import { withDefaults } from './defaults.js';
import { restoreSecrets, type StoredSettings } from './restore-secrets.js';
import { outermost, secretPointers } from './secrets.js';
import { validateAgainst } from './validate.js';

export interface CompletedSettings extends StoredSettings {
  /** Paths begin with `/settings`. Empty if the settings match the schema. */
  readonly problems: readonly Problem[];
}

/**
 * The settings that result from what an admin submits, or from the stored ones if it is null: with the stored secrets
 * that the admin has not changed, and with the defaults of missing settings. Secrets that no admin has written since
 * they were stored stay secret, whatever the schema says.
 */
export function completeSettings(
  schema: JsonObject,
  sent: JsonObject | null,
  stored: StoredSettings,
): CompletedSettings {
  const { settings: restored, unchanged } =
    sent === null ? { settings: stored.settings, unchanged: stored.secrets } : restoreSecrets(schema, sent, stored);
  const settings = withDefaults(schema, restored);
  return {
    settings,
    secrets: outermost([...secretPointers(schema, settings), ...unchanged]),
    problems: validateAgainst(schema, settings, '/settings'),
  };
}
