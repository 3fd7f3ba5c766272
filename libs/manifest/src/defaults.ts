import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from './json.js';
import { referencedSchema } from './schema-references.js';

/** Bounds what the defaults of one schema can add to a value: references may apply the same default many times. */
const MAX_ADDED_CHARACTERS = 65_536;
/** Counts schemas and their properties. */
const MAX_VISITS = 100_000;
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
  const filling: Filling = { root, budget, copies: new WeakSet(), applied: [], nesting: 0 };
  const copy = copyOf(value, filling);
  fill(schema, copy, filling);
  return copy;
}

interface Filling {
  readonly root: JsonObject;
  readonly budget: { characters: number; visits: number };
  /** The objects that belong to the result. Each object is copied once, however many schemas apply to it. */
  readonly copies: WeakSet<object>;
  /** The schemas that are applied to the same value, which must not be applied again. */
  readonly applied: readonly JsonObject[];
  /** The number of defaults that contain the value. */
  readonly nesting: number;
}

type Writable = Record<string, Json>;

function copyOf(value: JsonObject, { copies }: Filling): Writable {
  if (copies.has(value)) return value as Writable;
  const copy = { ...value };
  copies.add(copy);
  return copy;
}

function fill(schema: JsonObject, value: Writable, filling: Filling): void {
  const { budget, applied } = filling;
  budget.visits -= 1;
  if (budget.visits < 0 || applied.includes(schema)) return;
  const inPlace = { ...filling, applied: [...applied, schema] };
  fillProperties(schema, value, filling);
  for (const part of [referencedSchema(schema, filling.root), ...listOf(schema['allOf'])])
    if (isObject(part)) fill(part, value, inPlace);
}

function fillProperties(schema: JsonObject, value: Writable, filling: Filling): void {
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  filling.budget.visits -= properties.length;
  for (const [name, part] of filling.budget.visits < 0 ? [] : properties) {
    if (!isObject(part)) continue;
    const isPresent = Object.hasOwn(value, name);
    const member = isPresent ? value[name] : defaultOf(part, filling);
    if (member === undefined) continue;
    const copy = isObject(member) ? copyOf(member, filling) : member;
    // An assignment to `__proto__` would define no member.
    Object.defineProperty(value, name, { value: copy, enumerable: true, writable: true, configurable: true });
    if (isObject(copy)) fill(part, copy, { ...filling, applied: [], nesting: isPresent ? 0 : filling.nesting + 1 });
  }
}

function defaultOf(schema: JsonObject, { root, budget, nesting }: Filling): Json | undefined {
  if (nesting >= MAX_NESTED_DEFAULTS) return undefined;
  const target = referencedSchema(schema, root);
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

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
