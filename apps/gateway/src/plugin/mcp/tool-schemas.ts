/** JSON Schemas of the arguments and results of the tools, and what of them a model reads before its first call. */
import type { JsonObject } from '@kushk/contracts';
import { responseComponents } from '../../openapi/response-schemas.generated.js';
import { PAGE_LIMIT_MAX } from '../platform-readers.js';

const ID_MAX_CHARACTERS = 64;
const QUERY_MAX_CHARACTERS = 500;
const CURSOR_MAX_CHARACTERS = 1_000;
const TIME_MAX_CHARACTERS = 40;

/** The resource of the API with this name, without references to other schemas. */
export function resource(name: string): JsonObject {
  return withoutReferences(responseComponents[name] as JsonObject) as JsonObject;
}

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { readonly $ref?: string };
  if ($ref !== undefined) return resource($ref.slice($ref.lastIndexOf('/') + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutReferences(each)]));
}

const nextCursor = (of: string): JsonObject => ({
  type: ['string', 'null'],
  description: `Pass it as \`cursor\` to get ${of}; null when there is nothing more.`,
});

/** The names of the people whose ids occur in a result. */
export const people: JsonObject = {
  people: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The names of the people whose ids occur here, by id; absent when the plugin may not list people.',
  },
};

/** The schema of a page of a list. `more` are fields of the page that may be absent. */
export function pageOf(items: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    properties: { items: { type: 'array', items }, next_cursor: nextCursor('the next page'), ...more },
    required: ['items', 'next_cursor'],
  };
}

/** The schema of a resource with the names of its people. */
export function named(whole: JsonObject): JsonObject {
  return { ...whole, properties: { ...(whole['properties'] as JsonObject), ...people } };
}

/** The schema of one resource that is returned in parts. */
export function inParts(whole: JsonObject, omitted: readonly string[], parts: string): JsonObject {
  const properties = Object.entries(whole['properties'] as JsonObject).filter(([name]) => !omitted.includes(name));
  const required = (whole['required'] as readonly string[]).filter((name) => !omitted.includes(name));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), next_cursor: nextCursor(parts) },
    required: [...required, 'next_cursor'],
  };
}

/** A resource in which a long field may be left out. */
export function mayLack(whole: JsonObject, field: string): JsonObject {
  return { ...whole, required: (whole['required'] as readonly string[]).filter((name) => name !== field) };
}

/** What a model does not need of the schema of a result. Results have all fields nevertheless. */
const OMITTED_KEYWORDS = ['description', 'format', 'required'];
const OMITTED_PROPERTIES = ['created_at', 'updated_at'];

/**
 * Returns the schema of a result for models: short, because they read the schemas of all tools, and with one type in
 * each schema, because some clients understand no list of types.
 */
export function listedSchema(schema: JsonObject): JsonObject {
  const { properties, items, anyOf, type, enum: values } = schema as Record<string, unknown>;
  const hasNull = (values as unknown[] | undefined)?.includes(null) === true;
  const types = Array.isArray(type) ? (type as string[]) : hasNull ? ['string', 'null'] : [];
  if (types.length > 0) return { anyOf: types.map((one) => branch(schema, one)) };
  const isListed = ([keyword, value]: [string, unknown]): boolean =>
    !OMITTED_KEYWORDS.includes(keyword) && value !== true;
  return {
    ...(values !== undefined && { type: 'string' }),
    ...Object.fromEntries(Object.entries(schema).filter(isListed)),
    ...(properties !== undefined && { properties: listedProperties(properties as Record<string, JsonObject>) }),
    ...(items !== undefined && { items: listedSchema(items as JsonObject) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one) => listedSchema(one as JsonObject)) }),
  };
}

function listedProperties(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  const listed = Object.entries(properties).filter(([name]) => !OMITTED_PROPERTIES.includes(name));
  return Object.fromEntries(listed.map(([name, schema]) => [name, listedSchema(schema)]));
}

/** The schema of one type of several. */
function branch({ enum: values }: JsonObject, type: string): JsonObject {
  return { type, ...(type === 'string' && Array.isArray(values) && { enum: values.filter((one) => one !== null) }) };
}

/** The schema of a tool's arguments. Misspelt names are rejected, so that a filter is never ignored silently. */
export function toolArguments(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

const cursor: JsonObject = {
  type: 'string',
  maxLength: CURSOR_MAX_CHARACTERS,
  description: 'next_cursor of the page before',
};
export const page: JsonObject = {
  limit: { type: 'integer', minimum: 1, maximum: PAGE_LIMIT_MAX, default: PAGE_LIMIT_MAX },
  cursor,
};

export function id(of: string): JsonObject {
  return { type: 'string', maxLength: ID_MAX_CHARACTERS, description: `Id of ${of}` };
}

export function query(over: string): JsonObject {
  return { type: 'string', minLength: 1, maxLength: QUERY_MAX_CHARACTERS, description: `Words of ${over}` };
}

export function oneOf(values: readonly string[], description?: string): JsonObject {
  return { type: 'string', enum: values, ...(description !== undefined && { description }) };
}

export function time(meaning: string): JsonObject {
  return { type: 'string', maxLength: TIME_MAX_CHARACTERS, description: meaning };
}

/** A document as a search returns it (`DocumentSummary` of the contracts). No HTTP route returns it. */
export const documentSummary: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    content_type: { type: 'string' },
    case_id: { type: ['string', 'null'] },
    revision: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
    excerpt: {
      type: 'string',
      description: 'The words around the first one that was found, with … where text was left off.',
    },
  },
  required: ['id', 'title', 'content_type', 'case_id', 'revision', 'created_at', 'updated_at', 'excerpt'],
};
