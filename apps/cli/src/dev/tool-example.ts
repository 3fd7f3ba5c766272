/** A call of a tool that can be copied into a terminal. */
import type { Json, JsonObject } from '@kushk/contracts';
import { validateAgainst } from '@kushk/manifest';
import { shellWord } from '../commands/store-consent.js';
import { argumentsFor } from '../plugin-test/arguments-for.js';

export interface ToolOfManifest {
  readonly name: string;
  readonly input_schema: JsonObject;
}

/** Arguments that match the schema of the tool; `ARGUMENTS` where none are found. */
export function exampleToolCall({ name, input_schema }: ToolOfManifest): string {
  const example = argumentsToCopy(input_schema);
  const given = example === null ? 'ARGUMENTS' : shellWord(JSON.stringify(example));
  return `kushk dev tool ${name} ${given}`;
}

/**
 * The required arguments, and the optional ones for which the schema has examples: a tool that searches finds nothing
 * with a text that was made up.
 */
function argumentsToCopy(inputSchema: JsonObject): JsonObject | null {
  const properties = Object(inputSchema['properties']) as JsonObject;
  const required = Array.isArray(inputSchema['required']) ? inputSchema['required'] : [];
  const named = Object.entries(properties).filter(([name, rule]) => required.includes(name) || hasExamples(rule));
  const example = argumentsFor({ ...inputSchema, properties: Object.fromEntries(named) });
  const isValid = example !== null && validateAgainst({ ...inputSchema, type: 'object' }, example).length === 0;
  return isValid ? example : argumentsFor(inputSchema);
}

function hasExamples(rule: Json): boolean {
  const { examples } = Object(rule) as { readonly examples?: unknown };
  return Array.isArray(examples) && examples.length > 0;
}
