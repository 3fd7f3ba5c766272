/**
 * The manifest as a JSON Schema 2020-12. The hub serves the schema at `/schemas/plugin-manifest/1.json`. It is built
 * from the two schemas that the checks evaluate, so it cannot differ from the checks. The annotation `x-problem`
 * names the problem code of a pattern, an enumeration or a constant; the served schema does not contain it.
 */
import type { Json, JsonObject } from '@kushk/contracts';
import { BASE_URL_MAX_CHARACTERS } from './base-url.js';
import { HOST_PATTERN, LOOPBACK_PATTERN, PORT_PATTERN } from './host.js';
import { isObject } from './json.js';
import {
  DELIVERIES,
  EVENT_TYPES,
  PLATFORM_RECORD_TYPES,
  PROPOSAL_ACTIONS,
  SCOPES,
  SOURCE_KINDS,
  DEFAULT_PORT,
} from './manifest.js';
import { PLUGIN_API_PATTERN, VERSION_MAX_CHARACTERS, VERSION_PATTERN } from './version.js';

/** The maximum number of entries in one list of a manifest: records, tools, plans and so on. */
const MAX_DECLARATIONS = 100;
const MAX_LANGUAGES = 50;
/**
 * No control characters, no line or paragraph separators, no direction overrides, no lone surrogates, and nothing of
 * zero width that no language needs: with it, a name could look like the name of another plugin.
 */
const ONE_LINE =
  '^[^\\p{Cc}\\p{Cs}\\u00AD\\u180E\\u200B\\u2028\\u2029\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\uFEFF]*$';
const LINES = '^(?:[^\\p{Cc}\\p{Cs}\\u202A-\\u202E\\u2066-\\u2069]|[\\n\\r\\t])*$';
/** A visible character: no space, joiner or direction mark, and no letter with an empty glyph. */
const VISIBLE = '[^\\s\\p{Cf}\\p{Cc}\\u115F\\u1160\\u2800\\u3164\\uFFA0]';
const KEY = '^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$';
const IMAGE_PATH = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';

const text = (maxLength: number, pattern = ONE_LINE): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern,
  'x-problem': 'text_unsafe',
  allOf: [{ pattern: `^$|${VISIBLE}`, 'x-problem': 'text_blank' }],
});
const texts = (of: JsonObject): JsonObject => ({
  type: 'object',
  minProperties: 1,
  maxProperties: MAX_LANGUAGES,
  propertyNames: { maxLength: 35, pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', 'x-problem': 'language_invalid' },
  additionalProperties: of,
});
const matching = (pattern: string, problem: string, maxLength: number): JsonObject => ({
  type: 'string',
  maxLength,
  pattern,
  'x-problem': problem,
});
const oneOf = (values: readonly string[], problem?: string): JsonObject => ({
  type: 'string',
  enum: values,
  ...(problem === undefined ? {} : { 'x-problem': problem }),
});
const listOf = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  maxItems: MAX_DECLARATIONS,
  items,
  ...more,
});
const part = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const names = texts(text(200));
const descriptions = texts(text(2_000, LINES));
/** The translations of a setting beside its `title` and `description` (docs/reference/manifest.md, Settings). */
export const settingTextsSchema: JsonObject = {
  type: 'object',
  properties: {
    'x-names': names,
    'x-descriptions': descriptions,
    'x-enum-names': { type: 'object', maxProperties: 200, additionalProperties: names },
  },
};
const key = matching(KEY, 'key_invalid', 64);
const SEGMENT = '[A-Za-z0-9_~@-][A-Za-z0-9._~@+-]*';
/**
 * No `.` and `..` segments and no percent-encoding, so that every parser resolves the path to an address below
 * `base_url`.
 */
const pagePath = matching(
  `^/(?:${SEGMENT}(?:/${SEGMENT})*/?)?(?:\\?[A-Za-z0-9._~@+=&/-]*)?(?:#[A-Za-z0-9._~@+=&/?-]*)?$`,
  'path_not_relative',
  500,
);
const jsonSchema: JsonObject = { type: 'object' };

/** The structure of a manifest, which is checked when a release is submitted. */
const STRUCTURE_PROPERTIES: JsonObject = {
  schema: { const: '1', 'x-problem': 'schema_version' },
  id: matching('^[a-z][a-z0-9]*(?:-+[a-z0-9]+)*(?:\\.[a-z0-9]+(?:-+[a-z0-9]+)*)+$', 'id_invalid', 128),
  version: matching(VERSION_PATTERN, 'version_invalid', VERSION_MAX_CHARACTERS),
  publisher: matching('^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$', 'publisher_invalid', 64),
  kind: oneOf(['external', 'instance']),
  plugin_api: matching(PLUGIN_API_PATTERN, 'plugin_api_invalid', 13),
  names,
  delivery: oneOf(DELIVERIES, 'delivery_unknown'),
  base_url: { type: 'string', minLength: 1, maxLength: BASE_URL_MAX_CHARACTERS },
  image: matching(
    `^(?:${HOST_PATTERN}(?::${PORT_PATTERN})?/)?${IMAGE_PATH}(?:/${IMAGE_PATH})*(?::[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?@sha256:[0-9a-f]{64}$`,
    'image_invalid',
    512,
  ),
  port: { type: 'integer', minimum: 1, maximum: 65_535, default: DEFAULT_PORT },
  egress: listOf(matching(`^${HOST_PATTERN}:${PORT_PATTERN}$`, 'egress_invalid', 270), { uniqueItems: true }),
};

/**
 * The pattern of `base_url` for validators without this library. The checks of this library parse the address
 * instead, to report its specific problem (see base-url.ts). They accept no address that this pattern rejects.
 */
const ADDRESS = `^(?:https://${HOST_PATTERN}|http://${LOOPBACK_PATTERN})(?::${PORT_PATTERN})?(?:/[^?#\\\\\\s]*)?$`;

/** The content of a manifest, which each instance checks before it offers the release. */
const CONTENT_PROPERTIES: JsonObject = {
  summaries: texts(text(500, LINES)),
  scopes: { type: 'object', propertyNames: oneOf(SCOPES, 'scope_unknown'), additionalProperties: text(500, LINES) },
  records: listOf(part(['type', 'schema'], { type: key, names, schema: jsonSchema })),
  proposals: listOf(
    part(['record_type', 'actions'], {
      record_type: oneOf(PLATFORM_RECORD_TYPES),
      actions: { type: 'array', minItems: 1, uniqueItems: true, items: oneOf(PROPOSAL_ACTIONS) },
    }),
  ),
  sources: listOf(oneOf(SOURCE_KINDS), { uniqueItems: true }),
  services: listOf(part(['key', 'unit'], { key, names, unit: text(50) })),
  plans: listOf(
    part(['key', 'rates'], {
      key,
      names,
      rates: {
        type: 'object',
        maxProperties: MAX_DECLARATIONS,
        additionalProperties: matching('^(?:0|[1-9][0-9]*)(?:\\.[0-9]{1,6})?$', 'rate_invalid', 64),
      },
    }),
  ),
  tools: listOf(
    part(['name', 'description', 'input_schema'], {
      name: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,47}$', 'x-problem': 'tool_name_invalid' },
      description: text(2_000, LINES),
      input_schema: jsonSchema,
    }),
  ),
  events: listOf(oneOf(EVENT_TYPES, 'event_unknown'), { uniqueItems: true }),
  settings: jsonSchema,
  ui: part([], {
    app: part(['path'], { path: pagePath, names }),
    panels: listOf(part(['key', 'path'], { key, path: pagePath, names, record_type: key })),
  }),
};

const notForKind: JsonObject = { not: {}, 'x-problem': 'not_for_kind' };
const ifKind = (kind: string, then: JsonObject): JsonObject => ({
  if: { properties: { kind: { const: kind } }, required: ['kind'] },
  then,
});
const anything = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, true]));

const STRUCTURE: JsonObject = {
  type: 'object',
  required: ['schema', 'id', 'version', 'publisher', 'kind', 'names', 'plugin_api'],
  additionalProperties: false,
  allOf: [
    ifKind('external', {
      if: { not: { required: ['delivery'] } },
      then: { required: ['base_url'] },
      properties: { image: notForKind, port: notForKind, egress: notForKind },
    }),
    ifKind('instance', {
      required: ['image', 'egress'],
      properties: { base_url: notForKind, delivery: notForKind },
    }),
  ],
};

export const structureSchema: JsonObject = {
  ...STRUCTURE,
  properties: { ...STRUCTURE_PROPERTIES, ...anything(CONTENT_PROPERTIES) },
};
export const contentSchema: JsonObject = { type: 'object', properties: CONTENT_PROPERTIES };

/**
 * The whole manifest as one JSON Schema 2020-12, which describes the shape. Additional checks cover the rules that a
 * schema cannot express: each capability has its scope, a rate names a declared service, names are unique, and so on.
 */
export const manifestSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:kushk:schema:plugin-manifest:1',
  title: 'Plugin manifest, schema 1',
  description: 'Everything about one version of a plugin; nothing outside it is accepted.',
  ...(withoutAnnotations({
    ...STRUCTURE,
    properties: {
      ...STRUCTURE_PROPERTIES,
      base_url: { type: 'string', maxLength: BASE_URL_MAX_CHARACTERS, pattern: ADDRESS },
      ...CONTENT_PROPERTIES,
    },
  }) as JsonObject),
};

function withoutAnnotations(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutAnnotations);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === 'x-problem' ? [] : [[name, withoutAnnotations(member)]],
    ),
  );
}
