/**
 * The part of JSON Schema that a settings form draws. What it does not know becomes a field for JSON text: the form
 * draws every schema that the hub accepts, and judges none (the server does).
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
export type Schema = JsonObject;

export type Drawing =
  | { readonly kind: 'text'; readonly input: 'text' | 'email' | 'url'; readonly isLong: boolean }
  | { readonly kind: 'secret' | 'date' | 'switch' | 'texts' | 'pairs' | 'json' }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'group'; readonly members: readonly (readonly [key: string, schema: Schema])[] };

const LONG_TEXT = 200;
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
export const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

export function membersOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const { properties } = schema;
  return isObject(properties)
    ? Object.entries(properties).map(([key, member]) => [key, isObject(member) ? member : {}] as const)
    : [];
}

export const isRequired = (schema: Schema, key: string): boolean =>
  Array.isArray(schema['required']) && schema['required'].includes(key);

function drawingOfText(schema: Schema): Drawing {
  const format = textOf(schema['format']);
  if (format === 'password') return { kind: 'secret' };
  if (format === 'date') return { kind: 'date' };
  return {
    kind: 'text',
    input: format === 'email' ? 'email' : format === 'uri' ? 'url' : 'text',
    isLong: (numberOf(schema['maxLength']) ?? 0) > LONG_TEXT,
  };
}

/** How a member is drawn; `depth` is that of the form it stands in: a group stands in no group. */
export function drawingOf(schema: Schema, depth = 0): Drawing {
  const options = schema['enum'];
  if (Array.isArray(options) && options.every((one) => typeof one === 'string')) return { kind: 'choice', options };
  const { items, additionalProperties } = schema;
  switch (schema['type']) {
    case 'string':
      return drawingOfText(schema);
    case 'integer':
      return { kind: 'number', isWhole: true };
    case 'number':
      return { kind: 'number', isWhole: false };
    case 'boolean':
      return { kind: 'switch' };
    case 'array':
      return isObject(items) && items['type'] === 'string' ? { kind: 'texts' } : { kind: 'json' };
    case 'object':
      if (depth === 0 && membersOf(schema).length > 0) return { kind: 'group', members: membersOf(schema) };
      return isObject(additionalProperties) && additionalProperties['type'] === 'string'
        ? { kind: 'pairs' }
        : { kind: 'json' };
    default:
      return { kind: 'json' };
  }
}
