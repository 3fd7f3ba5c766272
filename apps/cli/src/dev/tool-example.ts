/** A call of a tool that can be copied into a terminal. */
import type { JsonObject } from '@kushk/contracts';
import { shellWord } from '../commands/store-consent.js';
import { argumentsFor } from '../plugin-test/arguments-for.js';

export interface ToolOfManifest {
  readonly name: string;
  readonly input_schema: JsonObject;
}

/** Arguments that match the schema of the tool; `ARGUMENTS` where none are found. */
export function exampleToolCall({ name, input_schema }: ToolOfManifest): string {
  const example = argumentsFor(input_schema);
  const given = example === null ? 'ARGUMENTS' : shellWord(JSON.stringify(example));
  return `kushk dev tool ${name} ${given}`;
}
