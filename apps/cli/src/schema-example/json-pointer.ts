/** JSON Pointers (RFC 6901) into settings. */
import type { Json, JsonObject } from '@kushk/contracts';

/** `/smtp/host` as `['smtp', 'host']`. */
export function pointerNames(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `['smtp', 'host']` as `/smtp/host`. */
export function pointerOf(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function valueAt(value: Json, names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (part as Readonly<Record<string, Json>>)[name]
        : undefined,
    value,
  );
}

/** A copy with the value at this place. Objects that are missing are created; `undefined` removes the value. */
export function withValueAt(object: JsonObject, names: readonly string[], value: Json | undefined): JsonObject {
  const [name = '', ...rest] = names;
  if (rest.length === 0) {
    const { [name]: _before, ...others } = object;
    return value === undefined ? others : { ...others, [name]: value };
  }
  const inside = object[name];
  if (Array.isArray(inside)) {
    const index = Number(rest[0]);
    const items = inside as readonly Json[];
    const item = rest.length === 1 ? value : withValueAt(objectOf(items[index]), rest.slice(1), value);
    return {
      ...object,
      [name]: items.flatMap((one, at) => (at === index ? (item === undefined ? [] : [item]) : [one])),
    };
  }
  return { ...object, [name]: withValueAt(objectOf(inside), rest, value) };
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
