/**
 * The JSON texts of large values. A record of a plugin may have a megabyte: serialising it again for each message,
 * column and response would take most of the time that its write takes.
 */

/** A shorter text is made again faster than it is found. */
const REMEMBERED_MIN_CHARACTERS = 16 * 1024;
/** By identity. The values are parsed requests and facts, which nobody changes. */
const texts = new WeakMap<object, string>();

/** Returns the JSON text of a value, and remembers the text of a large object. */
export function jsonTextOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  rememberJsonText(value, text);
  return text;
}

/** Remembers the JSON text from which an object was parsed. */
export function rememberJsonText(value: object, text: string): void {
  if (text.length >= REMEMBERED_MIN_CHARACTERS) texts.set(value, text);
}

/**
 * Like `JSON.stringify` for an object without `toJSON`, but the texts of its large members are copied if they are
 * remembered. These members come last.
 */
export function stringifyWithTexts(fields: object): string {
  if (Array.isArray(fields)) return JSON.stringify(fields);
  let large: [string, string][] | null = null;
  for (const name in fields) {
    const value = (fields as Record<string, unknown>)[name];
    const text = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
    if (text !== undefined) (large ??= []).push([name, text]);
  }
  if (large === null) return JSON.stringify(fields);
  const names = new Set(large.map(([name]) => name));
  const others = JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name))));
  const members = large.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',');
  return others === '{}' ? `{${members}}` : `${others.slice(0, -1)},${members}}`;
}
