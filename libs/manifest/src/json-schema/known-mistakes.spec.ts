import { describe, expect, it } from '@jest/globals';
import { checkContent, validateAgainst } from '../index.js';

const of = (schema: object) => ({ properties: { p: schema } });
const isValid = (schema: object, value: unknown): boolean => validateAgainst(schema as never, value).length === 0;
const inherited = ['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'isPrototypeOf', 'constructor'];

/** Values on which validators with the same task were wrong, by their public reports. */
describe('a JSON Schema', () => {
  it.each([
    ...[20.29, 2222.22, 10001.12, 1070468.14, 123456789012345.01, 2.3].map((value) => [0.01, value, true] as const),
    [0.1, 10.1, true],
    [0.3, 0.9, true],
    [0.05, -0.15, true],
    [1e-7, 3e-7, true],
    [5e-324, 1, true],
    [1e308, 1e308, true],
    [0.01, 1.005, false],
    [0.000001, 1.111111111, false],
    [1e-12, 1.5e-12, false],
  ] as const)('with multipleOf %d has the verdict on %d: %s', (multipleOf, value, verdict) => {
    expect(isValid(of({ multipleOf }), { p: value })).toBe(verdict);
  });

  it.each(inherited)('knows no inherited member %s', (name) => {
    expect([
      isValid({ required: [name] }, {}),
      isValid({ additionalProperties: false }, { [name]: 1 }),
      isValid({ unevaluatedProperties: false }, { [name]: 1 }),
      isValid({ dependentRequired: { [name]: ['a'] } }, {}),
      isValid({ dependentSchemas: { [name]: false } }, {}),
      isValid({ properties: { [name]: { type: 'string' } } }, {}),
    ]).toEqual([false, false, false, true, true, true]);
  });

  it.each<[schema: object, value: object, verdict: boolean]>([
    [{ if: { properties: { a: { const: 2 } } } }, { a: 1 }, false],
    [{ if: { required: ['a'] }, then: { properties: { a: true } } }, { a: 1 }, true],
    [{ allOf: [{ properties: { a: true } }] }, { a: 1, b: 2 }, false],
    [{ anyOf: [{ properties: { a: true } }, { properties: { b: true } }] }, { a: 1, b: 2 }, true],
    [{ not: { not: { properties: { a: true } } } }, { a: 1 }, false],
    [{ $defs: { x: { properties: { a: true } } }, $ref: '#/$defs/x' }, { a: 1 }, true],
    [{ dependentSchemas: { a: { properties: { a: true, b: true } } } }, { a: 1, b: 1 }, true],
    [
      {
        oneOf: [
          { properties: { a: { const: 1 } }, required: ['a'] },
          { properties: { b: true }, required: ['b'] },
        ],
      },
      { a: 2, b: 1 },
      false,
    ],
  ])('evaluates members as %j says: %j is %s', (schema, value, verdict) => {
    expect(isValid({ ...schema, unevaluatedProperties: false }, value)).toBe(verdict);
  });

  it.each([
    ['date-time', '2026-11-20T10:00:00+03', false],
    ['date-time', '2026-11-20 10:00:00Z', false],
    ['date-time', '2026-11-20T10:00Z', false],
    ['date-time', '2026-11-20T24:00:00Z', false],
    ['date-time', '2026-02-29T10:00:00Z', false],
    ['date-time', '2016-12-31T23:58:60Z', false],
    ['date-time', '2016-12-31T23:59:60Z', true],
    ['date-time', '2026-11-20t10:00:00.123456789z', true],
    ['date', '20261120', false],
    ['date', '2026-W47-5', false],
    ['date', '۲۰۲۶-۱۱-۲۰', false],
    ['time', '10:00:00+0330', false],
    ['time', '10:00:00+03:30', true],
    ['uri', 'https://x.ir/سلام', false],
    ['ipv4', '010.0.0.1', false],
    ['duration', 'P1Y2W', false],
  ])('of the format %s has the verdict on %s: %s', (format, value, verdict) => {
    expect(isValid(of({ format }), { p: value })).toBe(verdict);
  });
});

describe('the check of a schema', () => {
  const problemsOf = (settings: object) =>
    checkContent({ settings }, { production: true })
      .filter(({ path }) => path.startsWith('/settings'))
      .map(({ code, hint = '' }) => `${code} ${hint}`);

  it.each<[what: string, schema: object]>([
    ['an anchor', { ...of({ $ref: '#b' }), $defs: { B: { $anchor: 'b' } } }],
    ['its own URI', { $id: 'https://x.ir/s', ...of({ $ref: 'https://x.ir/s#/$defs/B' }), $defs: { B: {} } }],
    ['its URI, relative', { $id: 'https://x.ir/a/s.json', ...of({ $ref: 's.json#/$defs/B' }), $defs: { B: {} } }],
    ['an anchor of its URI', { $id: 'https://x.ir/s', ...of({ $ref: '/s#b' }), $defs: { B: { $anchor: 'b' } } }],
    ['a URN', { $id: 'urn:example:root', ...of({ $ref: '#/$defs/B' }), $defs: { B: {} } }],
    ['an escaped name', { ...of({ $ref: '#/$defs/a~1b%25c' }), $defs: { 'a/b%c': {} } }],
    ['itself', { $id: 'https://x.ir/s', ...of({ $ref: 'https://x.ir/s' }) }],
    ['another member', { properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } } }],
  ])('accepts a reference to %s', (_what, schema) => {
    expect(problemsOf(schema)).toEqual([]);
  });

  it.each<[schema: object, hint: string]>([
    [{ nullable: true, enum: ['x'] }, 'add "null" to the types'],
    [{ nullable: true, type: 'string' }, 'add "null" to the types'],
    [{ optional: true, type: 'string' }, 'write required'],
    [{ extends: { minimum: 1 } }, 'write allOf'],
    [{ disallow: 'string' }, 'write not'],
    [{ divisibleBy: 5 }, 'write multipleOf'],
    [{ enum: [1], enumNames: ['a'] }, 'write x-enum-names'],
    [{ type: 'string', format: 'date', formatMinimum: '2026-01-01' }, 'remove it'],
    [{ type: 'string', example: 'x' }, 'did you mean examples?'],
  ])('warns of a keyword that has no effect: %j', (schema, hint) => {
    expect(problemsOf(of(schema))).toEqual([expect.stringContaining(`schema_keyword_unknown ${hint}`)]);
  });
});
