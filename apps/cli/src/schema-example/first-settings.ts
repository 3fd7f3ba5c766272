/** The settings with which `kushk dev` installs a plugin: what the developer gives, defaults, and example values. */
import type { Json, JsonObject, Problem } from '@kushk/contracts';
import { checkSettings, MASK, withDefaults, type Manifest } from '@kushk/manifest';
import { exampleOf, propertySchema } from './example-value.js';
import { pointerNames, valueAt, withValueAt } from './json-pointer.js';

/** A value can make others required (`dependentRequired`, `if`), so the settings are checked again after each pass. */
const MAX_PASSES = 10;

export interface FirstSettings {
  readonly settings: JsonObject;
  /** JSON Pointers of the settings that have example values. */
  readonly filled: readonly string[];
  /** What is still wrong: values that are given, and required settings for which no example is found. */
  readonly problems: readonly Problem[];
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
