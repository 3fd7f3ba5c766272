/**
 * Checks the translated texts of settings: `x-names`, `x-descriptions` and `x-enum-names` beside `title`,
 * `description` and `enum`. The admin's form shows them in the language of the page.
 */
import type { JsonObject } from '@kushk/contracts';
import { boundedSchema, type BoundedSchema } from './bounded-schema.js';
import { isObject, listOf, memberOf } from './json.js';
import { settingTextsSchema } from './manifest-schema.js';
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';
import { allSubschemas } from './schema-traversal.js';

const KEYWORDS = ['x-names', 'x-descriptions', 'x-enum-names'];

/** Compiled at the first check. */
const compiled: { texts?: BoundedSchema } = {};

export function settingTextFindings(settings: JsonObject, pointer: string): Finding[] {
  return allSubschemas(settings, pointer).flatMap(({ schema, pointer: path }) => {
    if (!KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return [];
    compiled.texts ??= boundedSchema(settingTextsSchema, { isAnnotated: true });
    return [...compiled.texts.findings(schema, path), ...unknownValues(schema, path)];
  });
}

/** A text for a value that the setting cannot have is never shown, and usually a misspelt value. */
function unknownValues(schema: JsonObject, path: string): Finding[] {
  const named = memberOf(schema, 'x-enum-names');
  if (!isObject(named)) return [];
  const values = listOf(memberOf(schema, 'enum')).map(textOf);
  const known = new Set(values);
  return Object.keys(named)
    .filter((value) => !known.has(value))
    .map((value) => ({
      path: pointerTo(`${path}/x-enum-names`, value),
      code: 'value_unknown',
      params: { allowed: values.slice(0, 20).join(', ') },
      misspelt: { given: value, known: values },
    }));
}

/** The key of a value in `x-enum-names`: a text itself, any other value as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
