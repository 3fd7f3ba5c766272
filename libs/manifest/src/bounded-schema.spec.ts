import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { boundedSchema } from './bounded-schema.js';
import { MAX_STEPS } from './step-budget.js';

/** The codes of a value's findings, and the number of steps of the evaluation. */
function evaluate(schema: JsonObject, value: unknown): { readonly codes: readonly string[]; readonly steps: number } {
  const compiled = boundedSchema(schema);
  const codes = new Set(compiled.findings(value, '').map(({ code }) => code));
  return { codes: [...codes], steps: compiled.stepsUsed() };
}
const list = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_unused, index) => item(index));
const ofA = (schema: JsonObject): JsonObject => ({ properties: { a: schema } });

/** A schema with 2^40 reference paths to the same definition. */
const doubling = {
  ...Object.fromEntries(
    list(40, (index) => [`d${index}`, { anyOf: list(2, () => ({ $ref: `#/$defs/d${index + 1}` })) }]),
  ),
  d40: { const: 1 },
};
const large = [list(100_000, (index) => `x${index}`)];
const repeated = (keyword: JsonObject): JsonObject => ofA({ allOf: list(400, () => keyword) });

describe('the number of evaluation steps for one value', () => {
  it.each<[what: string, schema: JsonObject, value: unknown]>([
    ['references that branch at every level', { $defs: doubling, ...ofA({ $ref: '#/$defs/d0' }) }, { a: 0 }],
    ['a backtracking pattern over a megabyte', ofA({ pattern: '^(a+)+$' }), { a: `${'a'.repeat(1_000_000)}!` }],
    [
      'nine hundred subschemas for each of 100,000 items',
      ofA({ items: { allOf: list(900, () => ({ type: 'string' })) } }),
      { a: list(100_000, () => 0) },
    ],
    ['400 comparisons of a large value with a constant', repeated({ const: 1 }), { a: large }],
    ['400 comparisons of a large value with an enumeration', repeated({ enum: [1] }), { a: large }],
    ['400 searches for duplicates in a large value', repeated({ uniqueItems: true }), { a: large }],
  ])('stays within the budget for %s', (_what, schema, value) => {
    const { codes, steps } = evaluate(schema, value);
    expect(codes).toEqual(['too_expensive']);
    expect(steps).toBeLessThan(1.1 * MAX_STEPS);
  });

  it.each<[what: string, evaluation: { maxSteps: number; schema: JsonObject; value: unknown; codes: string[] }]>([
    [
      'a backtracking pattern over 100,000 characters',
      {
        maxSteps: 1_600_000,
        schema: ofA({ pattern: '^(a+)+$' }),
        value: { a: `${'a'.repeat(100_000)}!` },
        codes: ['pattern'],
      },
    ],
    [
      '100,000 different items',
      {
        maxSteps: 3_000_000,
        schema: ofA({ uniqueItems: true }),
        value: { a: list(100_000, (index) => ({ index })) },
        codes: [],
      },
    ],
    [
      '20,000 unknown fields',
      {
        maxSteps: 400_000,
        schema: { additionalProperties: false },
        value: Object.fromEntries(list(20_000, (index) => [`k${index}`, 0])),
        codes: ['unknown_field'],
      },
    ],
    [
      'a megabyte in a format',
      {
        maxSteps: 10_000,
        schema: ofA({ format: 'email' }),
        value: { a: `a@${'a'.repeat(1_000_000)}` },
        codes: ['format'],
      },
    ],
  ])('is proportional to the size of the value for %s', (_what, { maxSteps, schema, value, codes }) => {
    const evaluated = evaluate(schema, value);
    expect(evaluated.codes).toEqual(codes);
    expect(evaluated.steps).toBeLessThan(maxSteps);
  });

  it('starts from zero for the next value', () => {
    const compiled = boundedSchema(ofA({ pattern: '^(a+)+$' }));
    const steps = [1, 2].map(() => {
      compiled.findings({ a: 'a'.repeat(1_000) }, '');
      return compiled.stepsUsed();
    });
    expect(steps[1]).toBe(steps[0]);
  });
});
