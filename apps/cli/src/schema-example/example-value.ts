/**
 * Values that the JSON Schemas of a manifest accept: settings for a first installation, and arguments for tools. Each
 * candidate is checked with the library that the instance uses, so a value is either valid or missing.
 */
import type { Json, JsonObject } from '@kushk/contracts';
import { validateAgainst } from '@kushk/manifest';
import { numbersFor } from './example-number.js';
import { textsFor } from './example-text.js';

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;
const MAX_REFERENCES = 20;

export interface ExampleOptions {
  /** Also the properties that are not required. */
  readonly withOptional: boolean;
}
interface Making extends ExampleOptions {
  readonly root: JsonObject;
  readonly depth: number;
}

/** A value that the schema accepts: its own examples first. Undefined when none is found. `root` has the `$defs`. */
export function exampleOf(schema: JsonObject, root: JsonObject, options: ExampleOptions): Json | undefined {
  return valueOf(schema, { ...options, root, depth: 0 });
}

/** The subschema of a property, with references followed; `{}` for one that is not declared. */
export function propertySchema(schema: JsonObject, names: readonly string[]): JsonObject {
  return declaredProperty(schema, names) ?? {};
}

/** The subschema of a property, with references followed; undefined for one that is not declared. */
export function declaredProperty(schema: JsonObject, names: readonly string[]): JsonObject | undefined {
  return names.reduce<JsonObject | undefined>(
    (part, name) => {
      const { properties, items, additionalProperties } = part ?? {};
      const found = (isObject(properties) ? properties[name] : undefined) ?? items ?? additionalProperties;
      if (found === true) return {};
      return isObject(found) ? flat(found, schema) : undefined;
    },
    flat(schema, schema),
  );
}

function valueOf(schema: Json, making: Making): Json | undefined {
  if (schema === true) return 'example';
  if (!isObject(schema) || making.depth > MAX_DEPTH) return undefined;
  for (const variant of variantsOf(flat(schema, making.root), making.root))
    for (const candidate of candidatesFor(variant, making))
      if (isValid(candidate, variant, making.root) && isValid(candidate, schema, making.root)) return candidate;
  return undefined;
}

/** The values that a flat schema suggests, the best first. */
function* candidatesFor(schema: JsonObject, making: Making): Generator<Json> {
  const { examples, default: given, const: fixed, enum: choices, type } = schema;
  if (Array.isArray(examples)) yield* examples as Json[];
  if (given !== undefined) yield given;
  if (fixed !== undefined) yield fixed;
  if (Array.isArray(choices)) yield* choices as Json[];
  const types = type === undefined ? [impliedType(schema)] : Array.isArray(type) ? (type as string[]) : [type];
  for (const name of types) yield* candidatesOfType(String(name), schema, making);
}

function* candidatesOfType(type: string, schema: JsonObject, making: Making): Generator<Json> {
  switch (type) {
    case 'integer':
    case 'number':
      return yield* numbersFor(schema, type === 'integer');
    case 'boolean':
      return yield* [true, false];
    case 'null':
      return yield null;
    case 'array':
      return yield listOf(schema, making);
    case 'object':
      return yield objectOf(schema, making);
    default:
      return yield* textsFor(schema);
  }
}

/** Where no type is named, the keywords show what is meant. */
function impliedType(schema: JsonObject): string {
  const has = (...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(schema, name));
  if (has('properties', 'required', 'minProperties')) return 'object';
  if (has('items', 'prefixItems', 'minItems', 'contains')) return 'array';
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : 'string';
}

function listOf(schema: JsonObject, making: Making): Json {
  const { minItems, prefixItems, items = true, contains, uniqueItems } = schema;
  const inside = { ...making, depth: making.depth + 1 };
  const first = Array.isArray(prefixItems) ? (prefixItems as Json[]) : [];
  const count = Math.min(Math.max(Number(minItems ?? 0), contains === undefined ? 0 : 1), MAX_ITEMS);
  const list: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    const member = first[index] ?? (index === 0 && contains !== undefined ? contains : items);
    const known = uniqueItems === true && isObject(member) ? { allOf: [member], not: { enum: [...list] } } : member;
    const value = valueOf(known, inside);
    if (value === undefined) break;
    list.push(value);
  }
  return list;
}

function objectOf(schema: JsonObject, making: Making): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  const names = making.withOptional ? [...new Set([...Object.keys(properties), ...required])] : required;
  const missing = Math.min(Number(schema['minProperties'] ?? 0), MAX_ITEMS) - names.length;
  const others = Array.from({ length: Math.max(0, missing) }, (_unused, index) => `example${index + 1}`);
  const inside = { ...making, depth: making.depth + 1 };
  return Object.fromEntries(
    [...names, ...others].flatMap((name): [string, Json][] => {
      const value = valueOf(properties[name] ?? additional(schema), inside);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function additional({ additionalProperties }: JsonObject): Json {
  return isObject(additionalProperties) ? additionalProperties : true;
}

/** The schema together with each alternative that it offers, and without any. */
function variantsOf(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const { anyOf, oneOf, then, else: otherwise } = schema;
  const branches = [...(Array.isArray(oneOf) ? oneOf : []), ...(Array.isArray(anyOf) ? anyOf : [])] as Json[];
  const parts = [...branches, then, otherwise].filter(isObject).map((part) => flat(part, root));
  const merged = parts.map((part) => merge(schema, part));
  return branches.length > 0 ? [...merged, schema] : [schema, ...merged];
}

/** The schema with its references and `allOf` merged into it. What cannot be merged is found by the check. */
function flat(schema: JsonObject, root: JsonObject, references = 0): JsonObject {
  if (references > MAX_REFERENCES) return schema;
  const { $ref: reference, allOf, ...own } = schema;
  const parts = [referenced(reference, root), ...(Array.isArray(allOf) ? (allOf as Json[]) : [])].filter(isObject);
  return parts.reduce<JsonObject>((merged, part) => merge(flat(part, root, references + 1), merged), own);
}

function merge(first: JsonObject, second: JsonObject): JsonObject {
  const [one, other] = [first['properties'], second['properties']];
  const required = [first['required'], second['required']].flatMap((names) => (Array.isArray(names) ? names : []));
  return {
    ...first,
    ...second,
    ...(isObject(one) && isObject(other) && { properties: { ...one, ...other } }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function referenced(reference: Json | undefined, root: JsonObject): Json | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const names = reference.split('/').slice(1);
  return names.reduce<Json | undefined>((value, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(value) || Array.isArray(value) ? (value as Readonly<Record<string, Json>>)[key] : undefined;
  }, root);
}

/** Whether a subschema accepts the value. True where it cannot be compiled alone: the whole is checked at the end. */
function isValid(value: Json, schema: JsonObject, root: JsonObject): boolean {
  const { $defs = {}, definitions = {} } = root;
  try {
    return validateAgainst({ $defs, definitions, ...schema }, value).length === 0;
  } catch {
    return true;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
