/**
 * Finds the subschemas of a JSON Schema 2020-12, and those of the older keywords `definitions`, `dependencies` and
 * `additionalItems`.
 */
import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from './json.js';
import { pointerTo } from './pointer.js';

/**
 * What a keyword applies its subschema to: the same value, a child of the value, or nothing until a `$ref` names the
 * subschema.
 */
type ApplicatorKind = 'in-place' | 'child' | 'by-reference';

/** Keywords whose value is one schema. */
const SINGLE: Readonly<Record<string, ApplicatorKind>> = {
  not: 'in-place',
  if: 'in-place',
  then: 'in-place',
  else: 'in-place',
  items: 'child',
  contains: 'child',
  additionalItems: 'child',
  additionalProperties: 'child',
  propertyNames: 'child',
  unevaluatedItems: 'child',
  unevaluatedProperties: 'child',
  contentSchema: 'by-reference',
};
/** Keywords whose value is a list of schemas. */
const LIST: Readonly<Record<string, ApplicatorKind>> = {
  allOf: 'in-place',
  anyOf: 'in-place',
  oneOf: 'in-place',
  prefixItems: 'child',
};
/** Keywords whose value is an object of schemas. */
const MAPPED: Readonly<Record<string, ApplicatorKind>> = {
  dependentSchemas: 'in-place',
  dependencies: 'in-place',
  properties: 'child',
  patternProperties: 'child',
  $defs: 'by-reference',
  definitions: 'by-reference',
};

/** A direct subschema of another schema. `pointer` is relative to the root of the traversal. */
export interface Subschema {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly applicator: ApplicatorKind;
}

/** A keyword may have the name of an inherited member, such as `constructor`. */
function kindIn(table: Readonly<Record<string, ApplicatorKind>>, keyword: string): ApplicatorKind | undefined {
  return Object.hasOwn(table, keyword) ? table[keyword] : undefined;
}

/** Copies the schema and replaces each direct subschema by the result of `replace`. Boolean subschemas are kept. */
export function mapSubschemas(
  schema: JsonObject,
  pointer: string,
  replace: (subschema: Subschema) => Json,
): JsonObject {
  const mapOne = (value: Json, location: string, applicator: ApplicatorKind): Json =>
    isObject(value) ? replace({ schema: value, pointer: location, applicator }) : value;
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const location = pointerTo(pointer, keyword);
    const [single, list, mapped] = [SINGLE, LIST, MAPPED].map((table) => kindIn(table, keyword));
    if (single !== undefined) return [keyword, mapOne(value, location, single)];
    if (list !== undefined && Array.isArray(value))
      return [keyword, value.map((member: Json, index) => mapOne(member, pointerTo(location, index), list))];
    if (mapped !== undefined && isObject(value)) {
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, mapOne(member, pointerTo(location, name), mapped)]),
        ),
      ];
    }
    return [keyword, value];
  });
  return Object.fromEntries(members);
}

/** The direct subschemas of a schema. */
export function subschemasOf(schema: JsonObject, pointer: string): Subschema[] {
  const found: Subschema[] = [];
  mapSubschemas(schema, pointer, (subschema) => {
    found.push(subschema);
    return true;
  });
  return found;
}

/** The schema and all subschemas in it, outer ones before inner ones. */
export function allSubschemas(schema: JsonObject, pointer: string): Subschema[] {
  const found: Subschema[] = [{ schema, pointer, applicator: 'in-place' }];
  for (let index = 0; index < found.length; index += 1) {
    const next = found[index];
    if (next !== undefined) found.push(...subschemasOf(next.schema, next.pointer));
  }
  return found;
}
