import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from './json.js';
import { localReferences } from './schema-references.js';
import { valueAt } from './pointer.js';

/** Bounds what the defaults of one schema can add to a value: references may apply the same default many times. */
const MAX_ADDED_CHARACTERS = 65_536;
const MAX_VISITS = 10_000;
/** How deep a default may be inside other defaults. Recursive schemas could nest them without end. */
const MAX_NESTED_DEFAULTS = 8;

/**
 * The settings with the `default` of each property that is missing, also in objects that are present or that are
 * themselves defaults. Only schemas that certainly apply are followed: `properties`, `allOf` and local `$ref`, no
 * alternatives and no lists. A default that is null is a value only where the schema allows null.
 */
export function withDefaults(schema: JsonObject, settings: JsonObject): JsonObject {
  return withDefaultsOf(schema, settings, schema);
}

/** {@link withDefaults} for a subschema of `root`, to which its references refer. */
export function withDefaultsOf(schema: JsonObject, value: JsonObject, root: JsonObject): JsonObject {
  const budget = { characters: MAX_ADDED_CHARACTERS, visits: MAX_VISITS };
  return fill(schema, value, { root, budget, applied: [], nesting: 0 });
}

interface Filling {
  readonly root: JsonObject;
  readonly budget: { characters: number; visits: number };
  /** The schemas that are applied to the same value, which must not be applied again. */
  readonly applied: readonly JsonObject[];
  /** The number of defaults that contain the value. */
  readonly nesting: number;
}

function fill(schema: JsonObject, value: JsonObject, filling: Filling): JsonObject {
  const { budget, applied } = filling;
  budget.visits -= 1;
  if (budget.visits < 0 || applied.includes(schema)) return value;
  const inPlace = { ...filling, applied: [...applied, schema] };
  const own = fillProperties(schema, value, filling);
  return [referenced(schema, filling.root), ...listOf(schema['allOf'])].reduce<JsonObject>(
    (filled, part) => (isObject(part) ? fill(part, filled, inPlace) : filled),
    own,
  );
}

function fillProperties(schema: JsonObject, value: JsonObject, filling: Filling): JsonObject {
  const { properties } = schema;
  if (!isObject(properties)) return value;
  const filled = Object.entries(properties).flatMap(([name, part]): [string, Json][] => {
    if (!isObject(part)) return [];
    const isPresent = Object.hasOwn(value, name);
    const member = isPresent ? value[name] : defaultOf(part, filling);
    if (member === undefined) return [];
    const nesting = isPresent ? 0 : filling.nesting + 1;
    return [[name, isObject(member) ? fill(part, member, { ...filling, applied: [], nesting }) : member]];
  });
  return { ...value, ...Object.fromEntries(filled) };
}

function defaultOf(schema: JsonObject, { root, budget, nesting }: Filling): Json | undefined {
  if (nesting >= MAX_NESTED_DEFAULTS) return undefined;
  const target = referenced(schema, root);
  const own = declaredDefault(schema);
  const value = own === undefined && isObject(target) ? declaredDefault(target) : own;
  if (value === undefined) return undefined;
  budget.characters -= JSON.stringify(value).length;
  return budget.characters < 0 ? undefined : value;
}

/** The default of a schema. Null beside a type that excludes it says that there is none. */
export function declaredDefault(schema: JsonObject): Json | undefined {
  const value = schema['default'];
  if (value !== null) return value;
  const allowed = [schema['type'] ?? 'null'].flat();
  return allowed.includes('null') ? null : undefined;
}

function referenced(schema: JsonObject, root: JsonObject): Json | undefined {
  const target = localReferences(root).targetOf(schema);
  return target === null ? undefined : (valueAt(root, target) as Json | undefined);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
