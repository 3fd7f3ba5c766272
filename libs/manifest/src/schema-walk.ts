/** Where schemas stand inside a JSON Schema 2020-12 (with the older `definitions`, `dependencies`, `additionalItems`). */
import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from './json.js';
import { pointerTo } from './pointer.js';

/** How a subschema applies: to the same value as its parent, to something below it, or only where it is referred to. */
export type Applies = 'in-place' | 'below' | 'by-reference';

const ONE: Readonly<Record<string, Applies>> = {
  not: 'in-place',
  if: 'in-place',
  then: 'in-place',
  else: 'in-place',
  items: 'below',
  contains: 'below',
  additionalItems: 'below',
  additionalProperties: 'below',
  propertyNames: 'below',
  unevaluatedItems: 'below',
  unevaluatedProperties: 'below',
  contentSchema: 'by-reference',
};
const LIST: Readonly<Record<string, Applies>> = {
  allOf: 'in-place',
  anyOf: 'in-place',
  oneOf: 'in-place',
  prefixItems: 'below',
};
const NAMED: Readonly<Record<string, Applies>> = {
  dependentSchemas: 'in-place',
  dependencies: 'in-place',
  properties: 'below',
  patternProperties: 'below',
  $defs: 'by-reference',
  definitions: 'by-reference',
};

/** A subschema directly inside another; `pointer` is relative to where the walk began. */
export interface Subschema {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly applies: Applies;
}

/** A copy of the schema in which each direct subschema (objects only, `true` and `false` stay) is what `replace` gives. */
export function mapSubschemas(
  schema: JsonObject,
  pointer: string,
  replace: (subschema: Subschema) => Json,
): JsonObject {
  const put = (value: Json, place: string, applies: Applies): Json =>
    isObject(value) ? replace({ schema: value, pointer: place, applies }) : value;
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const place = pointerTo(pointer, keyword);
    const [one, list, named] = [ONE[keyword], LIST[keyword], NAMED[keyword]];
    if (one !== undefined) return [keyword, put(value, place, one)];
    if (list !== undefined && Array.isArray(value))
      return [keyword, value.map((member: Json, index) => put(member, pointerTo(place, index), list))];
    if (named !== undefined && isObject(value)) {
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, put(member, pointerTo(place, name), named)]),
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

/** The schema and all subschemas in it, outer before inner. */
export function allSubschemas(schema: JsonObject, pointer: string): Subschema[] {
  const found: Subschema[] = [{ schema, pointer, applies: 'in-place' }];
  for (let index = 0; index < found.length; index += 1) {
    const next = found[index];
    if (next !== undefined) found.push(...subschemasOf(next.schema, next.pointer));
  }
  return found;
}

/** How many JSON values a schema holds of its own, without what stands in its subschemas: what one look at it costs. */
export function ownSize(schema: JsonObject): number {
  return sizeOf(mapSubschemas(schema, '', () => true));
}

function sizeOf(value: Json): number {
  if (Array.isArray(value)) return (value as readonly Json[]).reduce<number>((sum, member) => sum + sizeOf(member), 1);
  if (isObject(value)) return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
  return 1;
}
