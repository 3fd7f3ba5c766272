/** Access to JSON of unknown shape. */
import type { JsonObject } from '@kushk/contracts';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself if it is a list, else an empty list: the schema reports wrong shapes. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects in a list with their indexes. Other members are skipped. */
export function objectsIn(value: unknown): (readonly [index: number, member: JsonObject])[] {
  return listOf(value).flatMap((member, index) => (isObject(member) ? [[index, member] as const] : []));
}

/** An object's own member, never an inherited one (`constructor`). */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Equal as JSON: the order of an object's members does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalText(a) === canonicalText(b);
}

/** A text that is equal exactly for equal JSON. It is compared only, never signed, so it need not follow RFC 8785. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
  return `{${members.join(',')}}`;
}
