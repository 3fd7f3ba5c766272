/** The fields of the platform's records: their JSON Schemas, and what a JSON Schema cannot check. */
import { dateProblem, isDate, parseTime, timeProblem, type JsonObject, type Problem } from '@kushk/contracts';
// eslint-disable-next-line no-restricted-imports -- The schemas are those of this file, which read a value once.
import { validateAgainst } from '@kushk/manifest';

const ID_MAX_CHARACTERS = 64;
const MAX_PEOPLE = 1_000;

/** A field with a check of its own instead of a schema. It returns the problem of a value at `path`, or null. */
export interface CheckedField {
  readonly check: (value: unknown, path: string) => Problem | null;
}
/** The fields of a type of record in a request. */
export interface FieldsSchema {
  /** Describes all fields; those with a check of their own only by their names. */
  readonly schema: JsonObject;
  readonly checked: Readonly<Record<string, CheckedField>>;
}

/** The id of one person or record, or null. */
export const idOrNull: JsonObject = { type: ['string', 'null'], maxLength: ID_MAX_CHARACTERS };

/** The people who see a record; null means the whole organisation. */
export const peopleOrNull: JsonObject = {
  type: ['array', 'null'],
  items: { type: 'string', maxLength: ID_MAX_CHARACTERS },
  maxItems: MAX_PEOPLE,
  uniqueItems: true,
};

export const titleField: JsonObject = { type: 'string', minLength: 1, maxLength: 500 };

/** A time with its offset from UTC (RFC 3339), on a day that exists. */
export const timeField: CheckedField = {
  check: (value, path) => (typeof value === 'string' && parseTime(value) !== null ? null : timeProblem(path, value)),
};

/** A Gregorian date as `YYYY-MM-DD`, or null. */
export const dateOrNull: CheckedField = {
  check: (value, path) =>
    value === null || (typeof value === 'string' && isDate(value)) ? null : dateProblem(path, value),
};

/** The schemas of the fields of a new record and of the changes to one. */
export function recordSchemas(
  fields: Readonly<Record<string, JsonObject | CheckedField>>,
  required: readonly string[],
): { readonly newRecord: FieldsSchema; readonly changes: FieldsSchema } {
  const checked: Record<string, CheckedField> = {};
  const properties: Record<string, JsonObject> = {};
  for (const [name, field] of Object.entries(fields)) {
    properties[name] = isChecked(field) ? {} : field;
    if (isChecked(field)) checked[name] = field;
  }
  const schema: JsonObject = { type: 'object', properties, additionalProperties: false };
  return {
    newRecord: { schema: { ...schema, required }, checked },
    changes: { schema: { ...schema, minProperties: 1 }, checked },
  };
}

function isChecked(field: JsonObject | CheckedField): field is CheckedField {
  return typeof field['check'] === 'function';
}

/** The problems of fields in the order of the request; `path` is the JSON pointer to the fields in it. */
export function fieldProblems({ schema, checked }: FieldsSchema, fields: JsonObject, path: string): readonly Problem[] {
  const problems = [...validateAgainst(schema, fields, path)];
  for (const [name, { check }] of Object.entries(checked)) {
    const problem = Object.hasOwn(fields, name) ? check(fields[name], `${path}/${name}`) : null;
    if (problem !== null) problems.push(problem);
  }
  const names = Object.keys(fields);
  const positionOf = (problem: Problem) => names.indexOf(problem.path.slice(path.length + 1).split('/')[0] ?? '');
  return problems.sort((a, b) => positionOf(a) - positionOf(b));
}

/** Converts the times among the fields to UTC. A value that is no time stays: its check rejects it. */
export function inUtc(fields: JsonObject, timeFields: readonly string[]): JsonObject {
  const times = timeFields.flatMap((field) => {
    const value = fields[field];
    const time = typeof value === 'string' ? parseTime(value) : null;
    return time === null ? [] : [[field, time] as const];
  });
  return { ...fields, ...Object.fromEntries(times) };
}
