/** The settings with which `kushk dev` installs a plugin: what the developer gives, defaults, and example values. */
import type { Json, JsonObject, Problem } from '@kushk/contracts';
import { checkSettings, MASK, withDefaults, type Manifest } from '@kushk/manifest';
import { exampleOf, propertySchema } from './example-value.js';
import { pointerNames, pointerOf, valueAt, withValueAt } from './json-pointer.js';

/** A value can make others required (`dependentRequired`, `if`), so the settings are checked again after each pass. */
const MAX_PASSES = 10;

export interface FirstSettings {
  readonly settings: JsonObject;
  /** JSON Pointers of the settings that have example values. */
  readonly filled: readonly string[];
  /** What is still wrong: values that are given, and required settings for which no example is found. */
  readonly problems: readonly Problem[];
}

/**
 * The stored settings without the values that a manifest does not accept, such as those of settings that it has no
 * longer. `removed` are their JSON Pointers. A masked secret stands for the stored one, whose value is not known here.
 */
export function acceptedSettings(
  manifest: Pick<Manifest, 'settings'>,
  stored: JsonObject,
): { readonly settings: JsonObject; readonly removed: readonly string[] } {
  const removed = new Set<string>();
  for (const { code, path } of checkSettings(manifest, stored)) {
    const names = outsideArrays(stored, pointerNames(path.slice('/settings'.length)));
    const isHidden = code !== 'unknown_field' && valueAt(stored, names) === MASK;
    if (code !== 'required' && names.length > 0 && !isHidden) removed.add(pointerOf(names));
  }
  const settings = [...removed].reduce<JsonObject>(
    (remaining, pointer) => withValueAt(remaining, pointerNames(pointer), undefined),
    stored,
  );
  return { settings, removed: [...removed] };
}

/** The place of the first array on the way to a value: an array with a wrong item is removed as a whole. */
function outsideArrays(settings: JsonObject, names: readonly string[]): readonly string[] {
  const end = names.findIndex((_name, index) => Array.isArray(valueAt(settings, names.slice(0, index + 1))));
  return end === -1 ? names : names.slice(0, end + 1);
}

/** `given` wins over defaults and examples. A masked secret in it stands for the stored one, and is not checked. */
export function firstSettings(manifest: Pick<Manifest, 'settings'>, given: JsonObject = {}): FirstSettings {
  const schema = manifest.settings ?? {};
  const filled: string[] = [];
  let settings = withDefaults(schema, given);
  let problems = problemsOf(manifest, settings);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const found = problems.flatMap(({ code, path }): (readonly [string, Json])[] => {
      if (code !== 'required') return [];
      const pointer = path.slice('/settings'.length);
      const example = exampleOf(propertySchema(schema, pointerNames(pointer)), schema, { withOptional: false });
      return example === undefined ? [] : [[pointer, example]];
    });
    if (found.length === 0) break;
    for (const [pointer, example] of found) {
      settings = withValueAt(settings, pointerNames(pointer), example);
      filled.push(pointer);
    }
    problems = problemsOf(manifest, settings);
  }
  return { settings, filled, problems };
}

function problemsOf(manifest: Pick<Manifest, 'settings'>, settings: JsonObject): readonly Problem[] {
  return checkSettings(manifest, settings).filter(
    ({ path }) => valueAt(settings, pointerNames(path.slice('/settings'.length))) !== MASK,
  );
}
