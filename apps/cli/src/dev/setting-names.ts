/** Which settings a saved manifest declares that the one before did not, and the other way round. */
import type { JsonObject } from '@kushk/contracts';
import { propertySchema } from '../schema-example/example-value.js';

export interface SettingNameChange {
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

export function settingNameChange(before: JsonObject, after: JsonObject): SettingNameChange {
  const [old, now] = [namesOf(before), namesOf(after)];
  return { added: now.filter((name) => !old.includes(name)), gone: old.filter((name) => !now.includes(name)) };
}

function namesOf(schema: JsonObject): readonly string[] {
  return Object.keys(Object(propertySchema(schema, []).properties) as object);
}
