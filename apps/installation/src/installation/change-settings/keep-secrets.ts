import type { JsonObject } from '@kushk/contracts';

/** Shown in place of a secret value that is set. */
export const MASK = '••••••';

/**
 * New settings with the old secrets where the admin has sent back the mask that they were shown: whoever changes one
 * field of the form must not lose the secrets of the others. `secrets` are JSON Pointers along objects.
 */
export function keepSecrets(next: JsonObject, previous: JsonObject, secrets: readonly string[]): JsonObject {
  return secrets.reduce(
    (settings, pointer) => keepOne(settings, previous, pointer.split('/').slice(1).map(unescaped)),
    next,
  );
}

function keepOne(next: JsonObject, previous: JsonObject, [name, ...rest]: readonly string[]): JsonObject {
  if (name === undefined || !Object.hasOwn(next, name)) return next;
  const [value, before] = [next[name], Object.hasOwn(previous, name) ? previous[name] : undefined];
  if (rest.length === 0) return value === MASK && before !== undefined ? { ...next, [name]: before } : next;
  return isObject(value) ? { ...next, [name]: keepOne(value, isObject(before) ? before : {}, rest) } : next;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
