/** Settings that a person gives on the command line: a JSON file, and single values as NAME=VALUE. */
import type { Json, JsonObject } from '@kushk/contracts';
import { sameJson } from '@kushk/manifest';
import { usageFailure } from '../failure.js';
import { readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { propertySchema } from '../schema-example/example-value.js';
import { pointerNames, withValueAt } from '../schema-example/json-pointer.js';

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

/** Each assignment is `NAME=VALUE`, or `/OBJECT/NAME=VALUE` for a value inside an object. */
export function withAssignments(settings: JsonObject, assignments: readonly string[], schema: JsonObject): JsonObject {
  return assignments.reduce<JsonObject>((known, assignment) => {
    const end = assignment.indexOf('=');
    if (end < 1)
      throw usageFailure(phrase`write NAME=VALUE, such as ${'region=ir'}: there is no = with a name before it`);
    const names = namesOf(assignment.slice(0, end));
    return withValueAt(known, names, valueOf(assignment.slice(end + 1), propertySchema(schema, names)));
  }, settings);
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
