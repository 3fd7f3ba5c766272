/** JSON Schemas of fields that several types of records have. */
import { TIME_MAX_CHARACTERS, TIME_PATTERN, type JsonObject } from '@kushk/contracts';

const ID_MAX_CHARACTERS = 64;
const MAX_PEOPLE = 1_000;

/** The id of one person or record, or null. */
export const idOrNull: JsonObject = { type: ['string', 'null'], maxLength: ID_MAX_CHARACTERS };

/** The people who see a record; null means the whole organisation. */
export const peopleOrNull: JsonObject = {
  anyOf: [
    { type: 'null' },
    { type: 'array', items: { type: 'string', maxLength: ID_MAX_CHARACTERS }, maxItems: MAX_PEOPLE, uniqueItems: true },
  ],
};

export const titleField: JsonObject = { type: 'string', minLength: 1, maxLength: 500 };

export const timeField: JsonObject = {
  type: 'string',
  format: 'date-time',
  pattern: TIME_PATTERN,
  maxLength: TIME_MAX_CHARACTERS,
};

/** The schemas of the fields of a new record and of the changes to one. */
export function recordSchemas(properties: JsonObject, required: readonly string[]) {
  const fields: JsonObject = { type: 'object', properties, additionalProperties: false };
  return { newRecord: { ...fields, required }, changes: { ...fields, minProperties: 1 } } as const;
}

/** Converts the times among the fields to UTC. A value that is no time stays: the schema rejects it. */
export function inUtc(fields: JsonObject, timeFields: readonly string[]): JsonObject {
  const times = timeFields

    .filter((field) => !Number.isNaN(Date.parse(String(fields[field]))))
    .map((field) => [field, new Date(String(fields[field])).toISOString()] as const);
  return { ...fields, ...Object.fromEntries(times) };
}
