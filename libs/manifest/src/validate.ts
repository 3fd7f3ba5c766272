/** Values against the JSON Schemas of a plugin: its records, its settings, the arguments of its tools. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { boundedSchema, type BoundedSchema } from './bounded-schema.js';
import { safetyFindings } from './json-safety.js';
import { Kept } from './kept.js';
import type { Manifest } from './manifest.js';
import { inDocumentOrder } from './problem.js';

const compiled = new Kept<BoundedSchema>({ maxEntries: 256, maxCharacters: 4_000_000 });
const byObject = new WeakMap<object, BoundedSchema>();

/**
 * What is wrong with a value (stage `request`), in document order, with `pointer` before each path; none when it fits.
 * The schema is one of a manifest that has passed `checkRest`; one that cannot be compiled throws. A value that would
 * take too much work to check is the one problem `too_costly`.
 */
export function validateAgainst(schema: JsonObject, value: unknown, pointer = ''): Problem[] {
  const unsafe = safetyFindings(value);
  const found = unsafe.some(({ code }) => code === 'too_deep')
    ? unsafe
    : [...unsafe, ...compiledFrom(schema).findings(value, '')];
  const problems = inDocumentOrder('request', value, found);
  return pointer === '' ? problems : problems.map((problem) => ({ ...problem, path: `${pointer}${problem.path}` }));
}

/** Settings against the manifest's `settings`; a manifest without them takes only the empty object. Paths begin with `/settings`. */
export function checkSettings(manifest: Pick<Manifest, 'settings'>, settings: unknown): Problem[] {
  return validateAgainst({ ...(manifest.settings ?? NO_SETTINGS), type: 'object' }, settings, '/settings');
}

const NO_SETTINGS: JsonObject = { additionalProperties: false };

function compiledFrom(schema: JsonObject): BoundedSchema {
  const known = byObject.get(schema);
  if (known !== undefined) return known;
  const bounded = compiled.get(JSON.stringify(schema), () => boundedSchema(schema));
  byObject.set(schema, bounded);
  return bounded;
}
