/** Access to JSON of unknown shape. */
import type { JsonObject } from '@kushk/contracts';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value itself if it is a list, and otherwise an empty list. The schema reports wrong shapes. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects in a list with their indexes. Items of other types are skipped. */
export function objectsIn(value: unknown): (readonly [index: number, member: JsonObject])[] {
  return listOf(value).flatMap((member, index) => (isObject(member) ? [[index, member] as const] : []));
}

/** An object's own member, never an inherited one such as `constructor`. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether two values are equal as JSON. The order of an object's members does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalText(a) === canonicalText(b);
}

/**
 * Returns equal texts for values that are equal as JSON, and different texts for all others. The text is only
 * compared and never signed, so it need not follow RFC 8785.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
  return `{${members.join(',')}}`;
}
