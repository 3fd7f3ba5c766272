/** Settings that a person gives on the command line: a JSON file, and single values as NAME=VALUE. */
import type { Json, JsonObject } from '@kushk/contracts';
import { sameJson, similarName } from '@kushk/manifest';
import { usageFailure } from '../failure.js';
import { readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { isInteractive, promptSecret } from '../prompt.js';
import { declaredProperty, propertySchema } from '../schema-example/example-value.js';
import { pointerNames, withValueAt } from '../schema-example/json-pointer.js';
import type { Terminal } from '../terminal.js';
import { isSecret } from './setting-lines.js';

export interface SettingsOptions {
  /** A JSON file; `-` is standard input. */
  readonly settings?: string;
  /** Single values, each NAME=VALUE. */
  readonly set?: readonly string[];
}

/** Reads the settings in a file. The text is in no message: it may contain a secret. */
export function settingsIn(file: string): JsonObject {
  const text = readText(file);
  try {
    const settings = JSON.parse(text) as unknown;
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings as JsonObject;
  } catch {
    // Reported below.
  }
  throw usageFailure(phrase`${file} is not a JSON object with the settings`);
}

/** The settings of the options: those of the file, then the single values. `schema` tells texts from other values. */
export function givenSettings({ settings: file, set = [] }: SettingsOptions, schema: JsonObject): JsonObject {
  return withAssignments(file === undefined ? {} : settingsIn(file), set, schema);
}

/** The value that is read instead of standing in the command line. */
const READ = '-';

/**
 * The assignments with a value in place of each `NAME=-`: a person at the terminal is asked for it, else it is the
 * standard input. Warns about secrets that stand in the command line themselves.
 */
export async function readAssignments(
  terminal: Terminal,
  assignments: readonly string[],
  schema: JsonObject,
): Promise<readonly string[]> {
  const read: string[] = [];
  for (const assignment of assignments) {
    const end = assignment.indexOf('=');
    const [name, value] = [assignment.slice(0, end), assignment.slice(end + 1)];
    if (end > 0 && value === READ) read.push(`${name}=${await readValue(terminal, name)}`);
    else read.push(assignment);
    if (end > 0 && value !== READ && isSecret(propertySchema(schema, namesOf(name))))
      terminal.note(
        terminal.translate`the history of your shell keeps the secret ${name}: next time write ${name}=-, which asks for it or reads it from standard input`,
      );
  }
  return read;
}

/** Standard input has one value, so a second one finds nothing there. */
async function readValue(terminal: Terminal, name: string): Promise<string> {
  const value = isInteractive()
    ? await promptSecret(terminal.translate`value of ${name} (not shown):`)
    : readText(READ).replace(/\r?\n$/, '');
  if (value === '') throw usageFailure(phrase`standard input has no value for ${name}`);
  return value;
}

/** Each assignment is `NAME=VALUE`, or `/OBJECT/NAME=VALUE` for a value inside an object. */
export function withAssignments(settings: JsonObject, assignments: readonly string[], schema: JsonObject): JsonObject {
  return assignments.reduce<JsonObject>((known, assignment) => {
    const end = assignment.indexOf('=');
    if (end < 1)
      throw usageFailure(phrase`write NAME=VALUE, such as ${'region=ir'}: there is no = with a name before it`);
    const names = namesOf(assignment.slice(0, end));
    refuseMisspelt(names, schema);
    return withValueAt(known, names, valueOf(assignment.slice(end + 1), propertySchema(schema, names)));
  }, settings);
}

/** An undeclared name may be valid, but hardly beside a declared one that is almost the same. */
function refuseMisspelt(names: readonly string[], schema: JsonObject): void {
  const wrong = names.findIndex((_name, index) => declaredProperty(schema, names.slice(0, index + 1)) === undefined);
  if (wrong === -1) return;
  const { properties } = propertySchema(schema, names.slice(0, wrong));
  const name = names[wrong] ?? '';
  const meant = similarName(name, Object.keys(Object(properties) as object));
  if (meant !== null) throw usageFailure(phrase`there is no setting "${name}"; did you mean "${meant}"?`);
}

export function namesOf(name: string): readonly string[] {
  return name.startsWith('/') ? pointerNames(name) : [name];
}

/** A text where the schema wants one, else JSON: `5`, `true`, `["a"]`. What is no JSON is a text, which is checked. */
function valueOf(text: string, { type, enum: choices, const: fixed }: JsonObject): Json {
  const named = [...(Array.isArray(choices) ? (choices as Json[]) : []), ...(fixed === undefined ? [] : [fixed])];
  const json = jsonOf(text);
  if (named.some((choice) => choice === text)) return text;
  if (json !== undefined && named.some((choice) => sameJson(choice, json))) return json;
  const types = Array.isArray(type) ? (type as Json[]) : [type];
  return types.includes('string') || json === undefined ? text : json;
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
