import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import fc from 'fast-check';
import { boundedSchema } from './bounded-schema.js';
import { schemaFindings } from './schema-check.js';

const name = fc.constantFrom('a', 'b', 'constructor', 'toString', 'فا', 'a/b', '');
/** Objects whose own members have the names of inherited ones, such as `toString`. */
const anything = fc
  .jsonValue()
  .map((value): unknown =>
    typeof value === 'object' && value !== null ? value : { valueOf: value, toString: value, constructor: [value] },
  );
const count = fc.oneof(fc.nat(5), fc.constant(-1), fc.constant(1.5), fc.constant('2'));
const amount = fc.oneof(fc.double(), fc.constant(0), fc.constant(null));
const type = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'any');
const text = fc.oneof(fc.string(), fc.constant(null));

/** Schemas with all known keywords, with valid and invalid values. */
const { schema } = fc.letrec<{ schema: JsonObject | boolean }>((tie) => {
  const one = tie('schema');
  const many = fc.oneof(
    { weight: 9, arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
  const named = fc.dictionary(name, one, { maxKeys: 3 });
  const members = {
    $comment: text,
    title: text,
    description: text,
    default: fc.jsonValue(),
    examples: fc.array(fc.jsonValue(), { maxLength: 2 }),
    deprecated: fc.boolean(),
    readOnly: fc.boolean(),
    writeOnly: fc.boolean(),
    $ref: fc.constantFrom('#', '#/$defs/a', '#/properties/a', '#/properties/constructor', 'other', '#a'),
    $defs: named,
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    const: fc.oneof(fc.jsonValue(), anything),
    enum: fc.array(fc.oneof(fc.jsonValue(), anything), { maxLength: 3 }),
    format: fc.constantFrom('date', 'email', 'regex', 'password', 'constructor', '__proto__', 'x'),
    pattern: fc.constantFrom('^a+$', '[', '(a)\\1', '\\p{L}', ''),
    minLength: count,
    maxLength: count,
    minimum: amount,
    maximum: amount,
    exclusiveMinimum: amount,
    exclusiveMaximum: amount,
    multipleOf: fc.constantFrom(0, 1, 0.1, -1),
    properties: named,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$', '('), one, { maxKeys: 2 }),
    additionalProperties: one,
    propertyNames: one,
    required: fc.array(name, { maxLength: 2 }),
    minProperties: count,
    maxProperties: count,
    items: one,
    prefixItems: many,
    contains: one,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    allOf: many,
    anyOf: many,
    oneOf: many,
    not: one,
    if: one,
    then: one,
    else: one,
    nullable: fc.boolean(),
    id: text,
    dependentRequired: fc.dictionary(name, fc.array(name, { maxLength: 2 }), { maxKeys: 2 }),
    unevaluatedProperties: one,
  };
  const few = fc.subarray(Object.keys(members) as (keyof typeof members)[], { maxLength: 3 });
  const object = few.chain((keywords) =>
    fc.record(Object.fromEntries(keywords.map((keyword) => [keyword, members[keyword]]))),
  ) as fc.Arbitrary<JsonObject>;
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 6, arbitrary: object },
    ),
  };
});

it.each([
  ['[a-z', expect.stringContaining('close every [')],
  ['(?!a)b', undefined],
])('says of the pattern %s what is wrong with it, and not that something is unsupported', (pattern, hint) => {
  expect(schemaFindings({ properties: { a: { pattern } } }, '')[0]?.hint?.en).toEqual(hint);
});

describe('a schema that passes the schema check', () => {
  it.each(['valueOf', 'toString', 'constructor'])('compares values that have a member named %s as JSON', (member) => {
    const { findings } = boundedSchema({ enum: [{ a: 1 }, { [member]: 1 }] });
    expect(findings({ [member]: 1 }, '')).toEqual([]);
    const { findings: inList } = boundedSchema({ items: { enum: [{ [member]: 1 }] } });
    expect(inList([{ [member]: 0 }, { [member]: 1 }, {}], '')).toMatchObject([
      { path: '/0', code: 'value_unknown' },
      { path: '/2', code: 'value_unknown' },
    ]);
    expect(boundedSchema({ const: { a: 1 } }).findings({ [member]: 0 }, '')).toMatchObject([{ code: 'value_unknown' }]);
  });

  it('compiles, and evaluates any value without throwing', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schema, fc.oneof(fc.jsonValue(), anything), (given, value) => {
        if (typeof given === 'boolean' || schemaFindings(given, '').length > 0) return;
        accepted += 1;
        boundedSchema(given).findings(value, '');
      }),
      { numRuns: 4_000 },
    );
    expect(accepted).toBeGreaterThan(1_000);
  });
});

describe('a chain of references', () => {
  const chain = (length: number, definition: (next: JsonObject) => JsonObject): JsonObject => ({
    $defs: Object.fromEntries(
      Array.from({ length }, (_unused, index) => [
        `d${index}`,
        index < length - 1 ? definition({ $ref: `#/$defs/d${index + 1}` }) : { type: 'string' },
      ]),
    ),
    properties: { a: { $ref: '#/$defs/d0' } },
  });

  it.each<[what: string, schema: JsonObject, value: (inner: unknown) => unknown]>([
    ['for the same value', chain(490, (next) => ({ allOf: [next] })), (inner) => inner],
    [
      'through deep schemas',
      chain(40, (next) => Array.from({ length: 20 }).reduce<JsonObject>((inner) => ({ allOf: [inner] }), next)),
      (inner) => inner,
    ],
    [
      'through members',
      chain(50, (next) => ({ properties: { b: next } })),
      (inner) => Array.from({ length: 49 }).reduce((value) => ({ b: value }), inner),
    ],
  ])('is evaluated to its end %s', (_what, schema, value) => {
    expect(schemaFindings(schema, '')).toEqual([]);
    const { findings } = boundedSchema(schema);
    expect(findings({ a: value('x') }, '')).toEqual([]);
    expect(findings({ a: value(1) }, '')).toMatchObject([{ code: 'type' }]);
  });

  it('that a value can follow without end is too expensive', () => {
    const schema = chain(100, (next) => ({ properties: { b: next, c: { $ref: '#/$defs/d0' } }, allOf: [next] }));
    expect(schemaFindings(schema, '')).toEqual([]);
    const deep = Array.from({ length: 60 }).reduce((value: object) => ({ c: value }), {});
    expect(boundedSchema(schema).findings({ a: deep }, '/x')).toEqual([{ path: '/x', code: 'too_expensive' }]);
  });
});
