/** The settings that an admin enters before an update: those that the new version requires, or refuses as they are. */
import type { JsonObject } from '@kushk/ui';

export interface MissingSettings {
  /** The part of the settings that the form shows; null when nothing can be entered. */
  readonly schema: JsonObject | null;
  /** The stored values of this part. */
  readonly stored: JsonObject;
  /** All other settings. Those that the new version does not have and refuses are not among them. */
  readonly others: JsonObject;
}

/** `pointers` are those of the problems. Null when there are none. */
export function missingSettings(
  schema: JsonObject | null,
  settings: JsonObject,
  pointers: readonly string[],
): MissingSettings | null {
  if (pointers.length === 0) return null;
  // A problem of the settings as a whole may be mended by any of them.
  if (schema === null || pointers.includes('')) return { schema, stored: schema === null ? {} : settings, others: {} };
  const requested = new Set(pointers.map(firstKey));
  const declared = members(schema['properties']).filter(([key]) => requested.has(key));
  const shown = new Set(declared.map(([key]) => key));
  return {
    schema: { ...schema, properties: Object.fromEntries(declared) },
    stored: Object.fromEntries(members(settings).filter(([key]) => shown.has(key))),
    others: Object.fromEntries(members(settings).filter(([key]) => !requested.has(key))),
  };
}

const members = (value: unknown) => Object.entries((value ?? {}) as JsonObject);

const firstKey = (pointer: string): string => (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
