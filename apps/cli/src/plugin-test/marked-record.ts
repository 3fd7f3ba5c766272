/** A record of the plugin with a text that shows where it has come to. */
import type { JsonObject } from '@kushk/contracts';
import { validateAgainst } from '@kushk/manifest';
import { exampleOf } from '../schema-example/example-value.js';

/** Null when the schema leaves no text free. */
export function markedRecord(schema: JsonObject, mark: string): JsonObject | null {
  const example = exampleOf(schema, schema, { withOptional: true });
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return null;
  let record = example as JsonObject;
  for (const [name, value] of Object.entries(record)) {
    const changed = { ...record, [name]: mark };
    if (typeof value === 'string' && validateAgainst(schema, changed).length === 0) record = changed;
  }
  return record === example ? null : record;
}
