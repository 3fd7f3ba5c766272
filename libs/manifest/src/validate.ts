/** Validates values against the JSON Schemas of a plugin: its records, its settings, and the arguments of its tools. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { LRUCache } from 'lru-cache';
import { boundedSchema, type BoundedSchema } from './bounded-schema.js';
import { safetyFindings } from './json-safety.js';
import type { Manifest } from './manifest.js';
import { inDocumentOrder } from './problem.js';

/** Caches compiled schemas by their JSON text. A compiled schema takes memory in proportion to its text. */
const compiledByText = new LRUCache<string, BoundedSchema, JsonObject>({
  max: 256,
  maxSize: 4_000_000,
  sizeCalculation: (_schema, text) => text.length,
  memoMethod: (_text, _stale, { context }) => boundedSchema(context),
});
/** Avoids serialising a schema object that was used before. */
const compiledByObject = new WeakMap<object, BoundedSchema>();

/**
 * The problems of a value (stage `request`) in document order; empty when the value matches the schema. Each path is
 * prefixed with `pointer`. The schema must belong to a manifest that has passed `checkContent`. Throws for a schema
 * that cannot be compiled. A value that takes too much work to check has the single problem `too_expensive`.
 */
export function validateAgainst(schema: JsonObject, value: unknown, pointer = ''): Problem[] {
  const unsafe = safetyFindings(value);
  const found = unsafe.some(({ code }) => code === 'too_deep')
    ? unsafe
    : [...unsafe, ...compile(schema).findings(value, '')];
  const problems = inDocumentOrder('request', value, found);
  return pointer === '' ? problems : problems.map((problem) => ({ ...problem, path: `${pointer}${problem.path}` }));
}

/**
 * Validates settings against the manifest's `settings`. Without this part of the manifest only the empty object is
 * valid. Paths begin with `/settings`.
 */
export function checkSettings(manifest: Pick<Manifest, 'settings'>, settings: unknown): Problem[] {
  return validateAgainst({ ...(manifest.settings ?? NO_SETTINGS), type: 'object' }, settings, '/settings');
}

const NO_SETTINGS: JsonObject = { additionalProperties: false };

function compile(schema: JsonObject): BoundedSchema {
  const known = compiledByObject.get(schema);
  if (known !== undefined) return known;
  const compiled = compiledByText.memo(JSON.stringify(schema), { context: schema });
  compiledByObject.set(schema, compiled);
  return compiled;
}
