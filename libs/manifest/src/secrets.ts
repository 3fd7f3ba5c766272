/** Settings whose values are secret: `format: password` in the manifest's `settings` (contract §4, §8). */
import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from './json.js';
import type { Manifest } from './manifest.js';
import { pointerSegments, pointerTo } from './pointer.js';

/**
 * JSON Pointers, into the settings' values, of what is secret: `['/api_key', '/smtp/password']`. A manifest that has
 * passed `checkRest` has secrets nowhere else than along `properties`, so none is missed.
 */
export function secretSettings(manifest: Pick<Manifest, 'settings'>): string[] {
  return secretsUnder(manifest.settings, '');
}

/** The settings without their secret values; `secrets` as {@link secretSettings} gives them. */
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
    const place = pointerTo(pointer, name);
    return isObject(member) && member['format'] === 'password' ? [place] : secretsUnder(member, place);
  });
}

function replaceSecrets(
  settings: JsonObject,
  secrets: readonly (readonly string[])[],
  replacement: () => Json | undefined,
): JsonObject {
  const kept = Object.entries(settings).flatMap(([name, value]): [string, Json][] => {
    const here = secrets.filter(([first]) => first === name);
    if (here.some((path) => path.length === 1)) {
      const instead = replacement();
      return instead === undefined ? [] : [[name, instead]];
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
  return Object.fromEntries(kept);
}
