import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@kushk/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { boolean, integer, number, oneOf, optional, string, stringList, unchecked } from './body-fields.js';
import { body, nested } from './body-schema.js';
import { Refused } from './refused.js';

const Inner = body({ names: stringList({ maxItems: 2, unique: true }) });
const Example = body({
  title: string({ minLength: 1, maxLength: 5 }),
  count: optional(integer({ minimum: 1, maximum: 10 })),
  kind: optional(oneOf('a', 'b')),
  inner: optional(nested(Inner)),
});

function problemsOf(value: unknown, schema: { readonly read: (value: unknown) => unknown } = Example) {
  try {
    schema.read(value);
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return (error.params['problems'] as Problem[]).map(({ code, path }) => ({ code, path }));
  }
}

describe('a body schema', () => {
  it('returns a valid body untouched', () => {
    const value = { title: 'x', count: null, inner: { names: ['a'] } };
    expect(Example.read(value)).toBe(value);
  });

  it('reports all problems together, each with its JSON Pointer', () => {
    expect(problemsOf({ count: 0, kind: 'c', 'a/b': 1, inner: { names: ['a', 1], more: true } })).toEqual([
      { code: 'unknown_field', path: '/a~1b' },
      { code: 'required', path: '/title' },
      { code: 'range', path: '/count' },
      { code: 'enum', path: '/kind' },
      { code: 'unknown_field', path: '/inner/more' },
      { code: 'type', path: '/inner/names/1' },
    ]);
  });

  it('reads a missing body as an empty one', () => {
    expect(problemsOf(undefined)).toEqual([{ code: 'required', path: '/title' }]);
  });

  it.each([[[]], ['text'], [null], [7]])('rejects %j, which is no object', (value) => {
    expect(problemsOf(value)).toEqual([{ code: 'type', path: '' }]);
  });

  it('accepts null only for optional fields', () => {
    expect(problemsOf({ title: null })).toEqual([{ code: 'type', path: '/title' }]);
    expect(problemsOf({ title: 'x', count: null, kind: null, inner: null })).toBeNull();
  });

  it('rejects names that every JavaScript object inherits', () => {
    expect(problemsOf({ title: 'x', constructor: 1, toString: 2 })).toEqual([
      { code: 'unknown_field', path: '/constructor' },
      { code: 'unknown_field', path: '/toString' },
    ]);
  });

  it('lists at most a hundred unknown fields and counts the others', () => {
    const problems = problemsOf({
      title: 'x',
      ...Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`f${index}`, 1])),
    });
    expect(problems).toHaveLength(101);
    expect(problems?.at(-1)).toEqual({ code: 'too_many_problems', path: '' });
  });

  it('counts code points, so that neither surrogate pairs nor variation selectors change a limit', () => {
    expect(problemsOf({ title: '😀'.repeat(5) })).toBeNull();
    expect(problemsOf({ title: '😀'.repeat(6) })).toEqual([{ code: 'length', path: '/title' }]);
    expect(problemsOf({ title: `a${'\ufe0f'.repeat(5)}` })).toEqual([{ code: 'length', path: '/title' }]);
  });

  it('passes unchecked fields on and documents the schema that the service checks', () => {
    const documented = { type: 'object', properties: { manifest: { type: 'object' } } };
    const Submission = body({ manifest: unchecked() }, documented);
    expect(Submission.read({ manifest: 7 })).toEqual({ manifest: 7 });
    expect(Submission.schema).toBe(documented);
    expect(problemsOf({ other: 1 }, Submission)).toEqual([{ code: 'unknown_field', path: '/other' }]);
  });

  it('accepts exactly what its JSON Schema accepts', () => {
    const Every = body({
      text: string({ minLength: 1, maxLength: 5 }),
      code: optional(string({ pattern: /^[a-z]{1,3}$/ })),
      whole: optional(integer({ minimum: 1, maximum: 10 })),
      decimal: optional(number()),
      flag: optional(boolean()),
      kind: oneOf('a', 'b'),
      list: optional(stringList({ maxItems: 2, unique: true })),
      inner: nested(Inner),
    });
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(Every.schema);
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.integer({ min: -1, max: 12 }),
      fc.constantFrom('a', 'b', 'abcde', 'abcdef', '', '😀😀😀', null, true, ['a'], ['a', 'a'], ['a', 'b', 'c'], [1]),
      fc.record({ names: fc.constantFrom<unknown>(['a'], ['a', 'a'], [1], null, 'a') }, { requiredKeys: [] }),
    );
    const names = ['text', 'code', 'whole', 'decimal', 'flag', 'kind', 'list', 'inner', 'other'];
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
        fc.boolean(),
        (given, isUsual) => {
          const usual = { text: 'abc', kind: 'a', inner: { names: [] } };
          const whole = isUsual ? { ...usual, ...given } : given;
          expect(problemsOf(whole, Every) === null).toBe(validate(whole));
        },
      ),
      { numRuns: 500 },
    );
  });
});
