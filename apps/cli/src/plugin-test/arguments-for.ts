/** Arguments with which a tool of a plugin under test is called. */
import type { JsonObject } from '@kushk/contracts';
import { exampleOf } from '../schema-example/example-value.js';

/**
 * Arguments that match a tool's `input_schema`: its own examples, or generated ones, with the optional ones where
 * that is possible. Null when none are found.
 */
export function argumentsFor(inputSchema: JsonObject): JsonObject | null {
  const schema: JsonObject = { ...inputSchema, type: 'object' };
  const all = exampleOf(schema, schema, { withOptional: true });
  return ((all ?? exampleOf(schema, schema, { withOptional: false })) as JsonObject | undefined) ?? null;
}
