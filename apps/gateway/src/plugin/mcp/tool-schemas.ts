/** JSON Schemas of the arguments and results of the reading tools. */
import type { JsonObject } from '@kushk/contracts';
import { responseComponents } from '../../openapi/response-schemas.generated.js';
import { PAGE_LIMIT_MAX } from '../platform-readers.js';

const ID_MAX_CHARACTERS = 64;
const QUERY_MAX_CHARACTERS = 500;
const CURSOR_MAX_CHARACTERS = 1_000;

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

/** The schema of a page of a list. */
export function pageOf(items: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: { items: { type: 'array', items }, next_cursor: nextCursor('the next page') },
    required: ['items', 'next_cursor'],
  };
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

/** The schema of a tool's arguments. Misspelt names are rejected, so that a filter is never ignored silently. */
export function toolArguments(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

export const page: JsonObject = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: PAGE_LIMIT_MAX,
    default: PAGE_LIMIT_MAX,
    description: 'The maximum number of items. A page of long items may have fewer.',
  },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: CURSOR_MAX_CHARACTERS,
    description: '`next_cursor` of the previous page, with otherwise the same arguments. Omit it for the first page.',
  },
};

export function id(of: string): JsonObject {
  return { type: 'string', minLength: 1, maxLength: ID_MAX_CHARACTERS, description: `The id of ${of}.` };
}

export function query(over: string): JsonObject {
  return {
    type: 'string',
    minLength: 1,
    maxLength: QUERY_MAX_CHARACTERS,
    description:
      `Words to search for in ${over}. All words must occur, in any order, each as a word or as the beginning of ` +
      'one. Persian and Arabic letters, both kinds of digits, diacritics and half-spaces do not matter. There are no ' +
      'operators or wildcards.',
  };
}

export function time(meaning: string): JsonObject {
  return {
    type: 'string',
    format: 'date-time',
    pattern:
      '^(19|2[01])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$',
    maxLength: 40,
    description: `${meaning} An RFC 3339 time with its offset, such as 2026-11-20T00:00:00+03:30.`,
  };
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
