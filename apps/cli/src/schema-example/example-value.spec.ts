import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { validateAgainst } from '@kushk/manifest';
import { exampleOf } from './example-value.js';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
  ...more,
});
const text = (more: JsonObject): JsonObject => ({ type: 'string', ...more });

describe('an example of a JSON Schema', () => {
  it.each<[string, JsonObject]>([
    ['a pattern', object({ number: text({ pattern: '^INV-\\d{4}$' }) })],
    ['a pattern with a length', object({ code: text({ pattern: '^[a-z]+$', minLength: 12, maxLength: 14 }) })],
    ['every format', object(Object.fromEntries(['email', 'uuid', 'ipv6', 'date', 'uri', 'time'].map(formatted)))],
    ['a minimum and a step', object({ amount: { type: 'integer', minimum: 7, multipleOf: 5 } })],
    ['an exclusive maximum', object({ share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 } })],
    ['a decimal step', object({ price: { type: 'number', minimum: 0.3, multipleOf: 0.1 } })],
    ['choices', object({ state: { enum: ['open', 'closed'] }, kind: { const: 3 } })],
    ['a nested object', object({ period: object({ from: text({ format: 'date' }), days: { type: 'integer' } }) })],
    ['a list', object({ tags: { type: 'array', minItems: 3, uniqueItems: true, items: text({ maxLength: 4 }) } })],
    ['a list of choices', object({ days: { type: 'array', minItems: 2, uniqueItems: true, items: { enum: [1, 2] } } })],
    ['a reference', object({ one: { $ref: '#/$defs/code' } }, { $defs: { code: text({ pattern: '^[A-Z]{3}$' }) } })],
    ['a reference to another property', object({ a: text({ pattern: '^a$' }), b: { $ref: '#/properties/a' } })],
    ['a schema that contains itself', { $ref: '#/$defs/node', $defs: { node: nodeSchema() } }],
    ['alternatives', { type: 'object', oneOf: [object({ a: false as never }), object({ b: { type: 'integer' } })] }],
    ['parts', { allOf: [object({}, { additionalProperties: true }), { required: ['x'] }], type: 'object' }],
    ['a condition', object({ k: { const: 'y' } }, { additionalProperties: true, if: {}, then: { required: ['z'] } })],
    ['a number of properties', { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } }],
  ])('matches %s', (_name, schema) => {
    const value = exampleOf(schema, schema, { withOptional: true });
    expect(value).toBeDefined();
    expect(validateAgainst(schema, value)).toEqual([]);
  });

  it('prefers the examples of the schema, then its defaults, and ignores those that do not match it', () => {
    const number = text({ pattern: '^INV-\\d{4}$', examples: ['4711', 'INV-4711'] });
    const example = (schema: JsonObject): unknown => exampleOf(schema, schema, { withOptional: true });
    expect(example(object({ number }))).toEqual({ number: 'INV-4711' });
    expect(example(object({ number }, { examples: [{ number: 'INV-0815' }] }))).toEqual({ number: 'INV-0815' });
    expect(example(object({ limit: { type: 'integer', default: 20 } }))).toEqual({ limit: 20 });
  });

  it('gives optional properties as well, leaves out one without a value, and comes to an end', () => {
    const impossible = text({ minLength: 5, maxLength: 2 });
    const schema = object({ a: { type: 'boolean' }, b: impossible }, { required: [] });
    expect(exampleOf(schema, schema, { withOptional: true })).toEqual({ a: true });
    expect(exampleOf(schema, schema, { withOptional: false })).toEqual({});
    expect(exampleOf(object({ b: impossible }), {}, { withOptional: true })).toBeUndefined();
  });
});

function formatted(format: string): [string, JsonObject] {
  return [format, text({ format })];
}

function nodeSchema(): JsonObject {
  const children = { type: 'array', items: { $ref: '#/$defs/node' } };
  return { type: 'object', required: ['name'], properties: { name: text({ pattern: '^n$' }), children } };
}
