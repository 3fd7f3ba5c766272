import type { JsonObject, Problem } from '@kushk/contracts';
import { withDefaults } from './defaults.js';
import { restoreSecrets, type StoredSettings } from './restore-secrets.js';
import { outermost, secretPointers, withoutSecrets } from './secrets.js';
import { validateAgainst } from './validate.js';

export interface CompletedSettings extends StoredSettings {
  /** Paths begin with `/settings`. Empty if the settings match the schema. */
  readonly problems: readonly Problem[];
}

/**
 * The settings that result from what an admin submits, or from the stored ones if it is null: with the stored secrets
 * that the admin has not changed, and with the defaults of missing settings. Secrets that no admin has written since
 * they were stored stay secret, whatever the schema says. A secret that the admin has left out is not kept where the
 * schema has no place for it any more, as in another branch of `oneOf`.
 */
export function completeSettings(
  schema: JsonObject,
  sent: JsonObject | null,
  stored: StoredSettings,
): CompletedSettings {
  if (sent === null) return completed(schema, stored);
  const { settings, unchanged, leftOut } = restoreSecrets(schema, sent, stored);
  const completedWithAll = completed(schema, { settings, secrets: unchanged });
  const foreign = leftOut.filter((pointer) =>
    completedWithAll.problems.some(({ code, path }) => code === 'unknown_field' && path === `/settings${pointer}`),
  );
  if (foreign.length === 0) return completedWithAll;
  const secrets = unchanged.filter((pointer) => !foreign.includes(pointer));
  const dropped = completed(schema, { settings: withoutSecrets(settings, foreign), secrets });
  return dropped.problems.length === 0 ? dropped : completedWithAll;
}

function completed(schema: JsonObject, { settings: given, secrets }: StoredSettings): CompletedSettings {
  const settings = withDefaults(schema, given);
  return {
    settings,
    secrets: outermost([...secretPointers(schema, settings), ...secrets]),
    problems: validateAgainst(schema, settings, '/settings'),
  };
}
