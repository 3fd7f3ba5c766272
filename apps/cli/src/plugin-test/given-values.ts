/** Values that the developer gives to `kushk plugin test`: arguments of tools, and requests of pages. */
import type { JsonObject } from '@kushk/contracts';
import { validateAgainst, type Manifest } from '@kushk/manifest';
import { usageFailure } from '../failure.js';
import { readText } from '../manifest-file.js';
import { phrase, type Phrase } from '../phrase.js';
import type { Terminal } from '../terminal.js';
import type { TestOptions } from './test-context.js';

/** The given arguments by the name of the tool: JSON, or the path of a file with it. */
export function toolArgumentsFrom(
  { language }: Terminal,
  given: string | undefined,
  { tools = [] }: Manifest,
): TestOptions['toolArguments'] {
  const byTool = objectsIn(given, phrase`--arguments must be a JSON object with the arguments by the name of the tool`);
  for (const [name, args] of Object.entries(byTool)) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined)
      throw usageFailure(
        phrase`--arguments names ${name}, which is no tool of the manifest; there are ${tools.map((one) => one.name).join(', ')}`,
      );
    // The service checks the arguments first, so a plugin never gets others.
    const [problem] = validateAgainst({ ...tool.input_schema, type: 'object' }, args);
    if (problem !== undefined)
      throw usageFailure(
        phrase`the arguments of ${name} in --arguments do not match its input_schema: ${problem.path} ${language === 'fa' ? problem.message_fa : problem.message}`,
      );
  }
  return byTool;
}

/** By path what the page sends to the plugin's own server: JSON, or the path of a file with it. */
export function pageActionsFrom(given: string | undefined): TestOptions['pageActions'] {
  return objectsIn(given, phrase`--actions must be a JSON object with a body by the path of the request`);
}

function objectsIn(given: string | undefined, failure: Phrase): Readonly<Record<string, JsonObject>> {
  if (given === undefined) return {};
  const text = given.trimStart().startsWith('{') ? given : readText(given);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, JsonObject>>;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw usageFailure(failure);
}
