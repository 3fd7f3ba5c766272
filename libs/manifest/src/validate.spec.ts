import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { checkContent, checkSettings, validateAgainst } from './index.js';

const problemsOf = (schema: JsonObject, value: unknown): string[] =>
  validateAgainst(schema, value).map(({ path, code }) => `${path} ${code}`);
const problemsOfSchema = (schema: JsonObject): string[] =>
  checkContent({ scopes: { 'records.own': 'why' }, records: [{ type: 'invoice', schema }] }).map(
    ({ path, code }) => `${path.replace('/records/0/schema', '')} ${code}`,
  );
/** Wraps an object and counts the reads of its members. */
function counted<Value extends object>(value: Value): { readonly value: Value; readonly reads: () => number } {
  let reads = 0;
  const get = (target: Value, name: string | symbol): unknown => {
    reads += 1;
    return Reflect.get(target, name) as unknown;
  };
  return { value: new Proxy(value, { get }), reads: () => reads };
}

describe('validating a value against the JSON Schema of a plugin', () => {
  const invoice: JsonObject = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://acme.ir/invoice',
    type: 'object',
    required: ['number', 'lines'],
    additionalProperties: false,
    properties: {
      number: { type: 'string', pattern: '^[0-9]+$' },
      due: { type: 'string', format: 'date' },
      lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' } },
      tags: { uniqueItems: true },
    },
    $defs: {
      line: {
        type: 'object',
        properties: { amount: { type: 'number', minimum: 0, multipleOf: 0.5 }, unit: { enum: ['page', 'hour'] } },
        required: ['amount'],
      },
    },
  };

  it('accepts a value that matches the schema', () => {
    expect(
      problemsOf(invoice, {
        number: '7',
        due: '2026-11-20',
        lines: [{ amount: 1.5, unit: 'page' }],
        tags: [1, '1', { a: 1 }, { a: 2 }],
      }),
    ).toEqual([]);
  });

  it('returns all problems in document order', () => {
    expect(
      problemsOf(invoice, {
        number: 'x',
        due: '1404-13-01',
        lines: [{ unit: 'day' }, { amount: -0.25 }],
        tags: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        more: 1,
      }),
    ).toEqual([
      '/number pattern',
      '/due format',
      '/lines/0/amount required',
      '/lines/0/unit value_unknown',
      '/lines/1/amount too_low',
      '/lines/1/amount not_a_multiple',
      '/tags/1 duplicate',
      '/more unknown_field',
    ]);
  });

  it('prefixes the paths with the pointer', () => {
    const same = { severity: 'error', stage: 'request' };
    expect(validateAgainst(invoice, { lines: [] }, '/data')).toEqual([
      { ...same, code: 'required', path: '/data/number', message: 'is required', message_fa: 'الزامی است' },
      { ...same, code: 'empty', path: '/data/lines', message: 'must not be empty', message_fa: 'نباید خالی باشد' },
    ]);
  });

  it('supports recursive schemas for values of the maximum depth of a request', () => {
    const tree: JsonObject = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      required: ['name'],
    };
    expect(problemsOfSchema(tree)).toEqual([]);
    let value: object = { name: 'leaf' };
    for (let level = 0; level < 30; level += 1) value = { name: 'node', children: [value] };
    expect(problemsOf(tree, value)).toEqual([]);
    expect(problemsOf(tree, { name: 'a', children: [{ name: 'b', children: [{}] }] })).toEqual([
      '/children/0/children/0/name required',
    ]);
  });

  it('distinguishes cached schemas that differ only in a pattern', () => {
    const schema = (pattern: string): JsonObject => ({
      type: 'object',
      properties: { a: { pattern } },
      patternProperties: { [pattern]: true },
    });
    expect(problemsOf(schema('^x'), { a: 'x' })).toEqual([]);
    expect(problemsOf(schema('^y'), { a: 'x' })).toEqual(['/a pattern']);
    expect(problemsOf(schema('^x'), { a: 'x' })).toEqual([]);
  });

  it('compiles the same schema once', () => {
    const { value: properties, reads } = counted({ compiledOnce: { type: 'string' } });
    const readsOfNext = (): number => {
      const before = reads();
      validateAgainst({ properties }, {});
      return reads() - before;
    };
    const [first, second, third] = [readsOfNext(), readsOfNext(), readsOfNext()];
    // The first call reads the schema to compile it and to build the cache key. Later calls only build the cache key.
    expect(second).toBeLessThan(first);
    expect(third).toBe(second);
  });

  it('returns too_expensive as the only problem of a value that exceeds the budget', () => {
    expect(problemsOf({ properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(1_000_000)}!` })).toEqual([
      ' too_expensive',
    ]);
  });

  it('lists at most 1,000 problems and reports that there are more', () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_unused, index) => [`k${index}`, 0]));
    const problems = problemsOf({ additionalProperties: false }, fields);
    expect([problems.length, problems.at(-1)]).toEqual([1_001, ' too_many_problems']);
  });

  it.each(['enum', 'const'])('serialises a long %s once, however many values differ from it', (keyword) => {
    const check = (values: number) => {
      const { value: choice, reads } = counted(['a'.repeat(30_000), { text: 'b'.repeat(30_000) }]);
      const problems = validateAgainst(
        { properties: { a: { items: { [keyword]: choice } } }, description: String(values) },
        { a: Array.from({ length: values }, () => 0) },
      );
      return { reads: reads(), problems };
    };
    const [few, many] = [check(15), check(15_000)];
    expect(many.reads).toBe(few.reads);
    expect(many.problems.at(-1)?.code).toBe('too_many_problems');
    expect(JSON.stringify(many.problems).length).toBeLessThan(2_000_000);
  });

  it('accepts a value that matches one branch of `anyOf`, however many errors another branch has', () => {
    const schema: JsonObject = {
      properties: { a: { anyOf: [{ items: { type: 'string' } }, { items: { type: 'number' } }] } },
    };
    expect(problemsOf(schema, { a: Array.from({ length: 10_000 }, () => 0) })).toEqual([]);
  });

  it('rejects a value that cannot be stored', () => {
    expect(problemsOf({ type: 'object' }, { a: 'x\u0000' })).toEqual(['/a text_unsafe']);
  });
});

describe('checking a JSON Schema of a plugin', () => {
  it.each<[string, JsonObject, string[]]>([
    ['a reference to another document', { $ref: 'https://evil.ir/schema.json' }, ['/$ref schema_ref_remote']],
    [
      'a reference to a file',
      { properties: { a: { $ref: 'defs.json#/a' } } },
      ['/properties/a/$ref schema_ref_remote'],
    ],
    ['a reference to a missing anchor', { $ref: '#line' }, ['/$ref schema_ref_missing']],
    ['a reference to a missing definition', { $ref: '#/$defs/line' }, ['/$ref schema_ref_missing']],
    [
      'a reference to a value that is no schema',
      { default: { pattern: '(a+)+$' }, $ref: '#/default' },
      ['/$ref schema_ref_missing'],
    ],
    ['a reference with a broken escape', { $ref: '#/%zz' }, ['/$ref schema_ref_remote']],
    ['a reference to itself', { $ref: '#' }, [' schema_ref_loop']],
    [
      'a reference to itself in two steps',
      { $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      ['/$defs/a schema_ref_loop'],
    ],
    [
      'dynamic references',
      { $dynamicRef: '#x', $dynamicAnchor: 'x' },
      ['/$dynamicRef schema_keyword_unsupported', '/$dynamicAnchor schema_keyword_unsupported'],
    ],
    ['asynchronous validation', { $async: true }, ['/$async schema_keyword_unsupported']],
    [
      'an $id below the root',
      { properties: { a: { $id: 'https://acme.ir/a' } } },
      ['/properties/a/$id schema_keyword_unsupported'],
    ],
    ['another dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['/$schema schema_dialect']],
    [
      'an items list, which newer drafts write as prefixItems',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: { items: [{}], additionalItems: false } },
      },
      ['/properties/a/items schema_invalid'],
    ],
    [
      'a keyword beside $ref that draft-07 ignores',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: {} },
        properties: { a: { $ref: '#/definitions/a', description: 'x', minLength: 3 } },
      },
      ['/properties/a/minLength schema_invalid'],
    ],
    [
      'look-around in a pattern',
      { properties: { a: { pattern: '^(?!x)' } } },
      ['/properties/a/pattern schema_pattern'],
    ],
    [
      'an invalid pattern as a property name',
      { patternProperties: { '(': {} } },
      ['/patternProperties/( schema_pattern'],
    ],
    ['an unknown type', { properties: { a: { type: 'text' } } }, ['/properties/a/type schema_value_unknown']],
    ['a string for `required`', { required: 'name' }, ['/required schema_invalid']],
    ['a type other than object', { type: 'string' }, ['/type schema_not_object']],
    ['seventy thousand characters', { description: 'x'.repeat(70_000) }, [' schema_too_large']],
    ['two thousand subschemas', { allOf: Array.from({ length: 2_000 }, () => ({})) }, [' schema_too_large']],
  ])('rejects %s', (_what, schema, problems) => {
    expect(problemsOfSchema(schema)).toEqual(problems);
  });

  it('checks no schema beyond the maximum number of subschemas in a manifest', () => {
    const schemas = Array.from({ length: 20 }, (_unused, index) =>
      counted<JsonObject>({
        description: String(index),
        properties: Object.fromEntries(Array.from({ length: 900 }, (_each, member) => [`p${member}`, {}])),
      }),
    );
    const records = schemas.map(({ value }, index) => ({ type: `t${index}`, schema: value }));
    const problems = checkContent({ scopes: { 'records.own': 'why' }, records });
    expect(problems.map(({ code }) => code)).toEqual(Array.from({ length: 18 }, () => 'schema_too_large'));
    const reads = schemas.map((schema) => schema.reads());
    // The first two schemas are within the limit. The subschemas of the others are only counted.
    expect(reads[2]).toBeLessThan(reads[0] ?? 0);
    expect(new Set(reads.slice(2)).size).toBe(1);
  });

  it.each<[string, JsonObject]>([
    ['an empty schema', {}],
    [
      'properties with the names of keywords',
      { properties: { $ref: { type: 'string' }, pattern: { type: 'string' }, $id: {}, items: {}, $async: {} } },
    ],
    [
      'examples in the shape of schemas',
      {
        default: { $ref: 'https://evil.ir' },
        examples: [{ $dynamicRef: 'x' }],
        enum: [{ $ref: 'https://evil.ir' }, { $dynamicRef: 'x' }],
      },
    ],
    [
      'keywords with the names of inherited members',
      { constructor: { $ref: 'https://evil.ir' }, toString: [{ $dynamicRef: 'x' }], valueOf: { a: { $async: true } } },
    ],
    ['custom keywords and formats', { 'x-widget': 'slider', format: 'invoice', 'x-cost': 0 }],
    [
      'anchors, and references by the URI of the schema',
      {
        $id: 'https://acme.ir/schemas/order',
        $defs: { line: { $anchor: 'line' } },
        properties: {
          a: { $ref: '#line' },
          b: { $ref: 'https://acme.ir/schemas/order#/$defs/line' },
          c: { $ref: 'order#line' },
        },
      },
    ],
    [
      'draft-07, as generators write it',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/a', description: 'text' } },
        additionalProperties: false,
      },
    ],
    ['escaped references', { $defs: { 'a/b~c d': {} }, properties: { a: { $ref: '#/$defs/a~1b~0c%20d' } } }],
    [
      'keywords of older drafts',
      {
        definitions: { a: {} },
        properties: { a: { $ref: '#/definitions/a' } },
        dependencies: { a: ['b'], b: { required: ['a'] } },
      },
    ],
    [
      'conditions',
      {
        properties: { b: {} },
        if: { properties: { a: { const: 1 } } },
        then: { required: ['b'] },
        else: false,
        unevaluatedProperties: false,
      },
    ],
  ])('accepts %s', (_what, schema) => {
    expect(problemsOfSchema(schema)).toEqual([]);
    expect(() => validateAgainst(schema, {})).not.toThrow();
  });
});

describe('checking settings', () => {
  const settings: JsonObject = { type: 'object', properties: { region: { enum: ['eu', 'ir'] } }, required: ['region'] };

  it('validates the settings against the schema of the manifest', () => {
    expect(checkSettings({ settings }, { region: 'ir' })).toEqual([]);
    expect(checkSettings({ settings }, { region: 'us' }).map(({ path }) => path)).toEqual(['/settings/region']);
    expect(checkSettings({ settings: {} }, 'text').map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/settings type',
    ]);
  });

  it('accepts only the empty object for a manifest without settings', () => {
    expect(checkSettings({}, {})).toEqual([]);
    expect(checkSettings({}, { region: 'ir' }).map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/settings/region unknown_field',
    ]);
  });
});
