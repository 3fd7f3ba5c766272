/** Settings whose values are secret: `format: password` in the manifest's `settings`. */
import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from './json.js';
import type { Manifest } from './manifest.js';
import { pointerSegments, pointerTo } from './pointer.js';

/**
 * JSON Pointers to the secret values of the settings, such as `['/api_key', '/smtp/password']`. The list is complete
 * for a manifest that has passed `checkContent`, because its secrets are directly under `properties` only.
 */
export function secretSettings(manifest: Pick<Manifest, 'settings'>): string[] {
  return secretsUnder(manifest.settings, '');
}

/** The settings without their secret values. `secrets` is the result of {@link secretSettings}. */
export function withoutSecrets(settings: JsonObject, secrets: readonly string[]): JsonObject {
  return replaceSecrets(settings, secrets.map(pointerSegments), () => undefined);
}

/** The settings with `mask` in place of each secret value that is set. */
export function maskSecrets(settings: JsonObject, secrets: readonly string[], mask: string): JsonObject {
  return replaceSecrets(settings, secrets.map(pointerSegments), () => mask);
}

function secretsUnder(schema: Json | undefined, pointer: string): string[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  return Object.entries(schema['properties']).flatMap(([name, member]) => {
    const path = pointerTo(pointer, name);
    return isObject(member) && member['format'] === 'password' ? [path] : secretsUnder(member, path);
  });
}

function replaceSecrets(
  settings: JsonObject,
  secrets: readonly (readonly string[])[],
  replacement: () => Json | undefined,
): JsonObject {
  const remaining = Object.entries(settings).flatMap(([name, value]): [string, Json][] => {
    const here = secrets.filter(([first]) => first === name);
    if (here.some((path) => path.length === 1)) {
      const substitute = replacement();
      return substitute === undefined ? [] : [[name, substitute]];
    }
    return [
      [
        name,
        isObject(value)
          ? replaceSecrets(
              value,
              here.map((path) => path.slice(1)),
              replacement,
            )
          : value,
      ],
    ];
  });
  return Object.fromEntries(remaining);
}
