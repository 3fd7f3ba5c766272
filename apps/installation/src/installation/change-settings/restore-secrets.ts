import type { JsonObject } from '@kushk/contracts';

/** Shown in place of the value of a secret setting. */
export const MASK = '••••••';

/**
 * Replaces each mask that the admin submits with the stored secret: an admin who changes one field of the form must
 * not lose the secrets in the other fields. `pointers` are JSON Pointers to members of objects, never to array
 * elements.
 */
export function restoreSecrets(next: JsonObject, previous: JsonObject, pointers: readonly string[]): JsonObject {
  return pointers.reduce(
    (settings, pointer) => restoreOne(settings, previous, pointer.split('/').slice(1).map(unescaped)),
    next,
  );
}

function restoreOne(next: JsonObject, previous: JsonObject, [name, ...rest]: readonly string[]): JsonObject {
  if (name === undefined || !Object.hasOwn(next, name)) return next;
  const [value, before] = [next[name], Object.hasOwn(previous, name) ? previous[name] : undefined];
  if (rest.length === 0) return value === MASK && before !== undefined ? { ...next, [name]: before } : next;
  return isObject(value) ? { ...next, [name]: restoreOne(value, isObject(before) ? before : {}, rest) } : next;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
