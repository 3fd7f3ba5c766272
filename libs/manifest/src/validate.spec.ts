import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { checkRest, checkSettings, validateAgainst } from './index.js';

const told = (schema: JsonObject, value: unknown): string[] =>
  validateAgainst(schema, value).map(({ path, code }) => `${path} ${code}`);
const ofSchema = (schema: JsonObject): string[] =>
  checkRest({ scopes: { 'records.own': 'why' }, records: [{ type: 'invoice', schema }] }).map(
    ({ path, code }) => `${path.replace('/records/0/schema', '')} ${code}`,
  );
const within = (milliseconds: number, action: () => void): void => {
  const before = process.cpuUsage();
  action();
  // The work of this process and not the time of a machine that does other things besides.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(milliseconds);
};

describe('a value against a JSON Schema of a plugin', () => {
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

  it('fits', () => {
    expect(
      told(invoice, {
        number: '7',
        due: '2026-11-20',
        lines: [{ amount: 1.5, unit: 'page' }],
        tags: [1, '1', { a: 1 }, { a: 2 }],
      }),
    ).toEqual([]);
  });

  it('is told all that is wrong, in its own order, below the pointer', () => {
    expect(
      told(invoice, {
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
    expect(validateAgainst(invoice, { lines: [] }, '/data')).toEqual([
      { code: 'required', path: '/data/number', message: 'is required', message_fa: 'لازم است', stage: 'request' },
      {
        code: 'empty',
        path: '/data/lines',
        message: 'must not be empty',
        message_fa: 'نباید خالی باشد',
        stage: 'request',
      },
    ]);
  });

  it('takes recursive schemas, and values as deep as a request may be', () => {
    const tree: JsonObject = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      required: ['name'],
    };
    expect(ofSchema(tree)).toEqual([]);
    let value: object = { name: 'leaf' };
    for (let level = 0; level < 30; level += 1) value = { name: 'node', children: [value] };
    expect(told(tree, value)).toEqual([]);
    expect(told(tree, { name: 'a', children: [{ name: 'b', children: [{}] }] })).toEqual([
      '/children/0/children/0/name required',
    ]);
  });

  it('stays as quick the second time, and does not confuse schemas that differ only in patterns', () => {
    const schema = (pattern: string): JsonObject => ({
      type: 'object',
      properties: { a: { pattern } },
      patternProperties: { [pattern]: true },
    });
    expect(told(schema('^x'), { a: 'x' })).toEqual([]);
    expect(told(schema('^y'), { a: 'x' })).toEqual(['/a pattern']);
    expect(told(schema('^x'), { a: 'x' })).toEqual([]);
  });

  it('keeps its work bounded whatever schema and value try', () => {
    const twice = (index: number): JsonObject => ({
      anyOf: [{ $ref: `#/$defs/d${index}` }, { $ref: `#/$defs/d${index}` }],
    });
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_unused, index) => [`d${index}`, twice(index + 1)]),
    );
    const wide: JsonObject = { $defs: { d40: { const: 1 }, ...doubling }, properties: { a: { $ref: '#/$defs/d0' } } };
    expect(ofSchema(wide)).toEqual([]);
    const backtracking: JsonObject = { properties: { a: { pattern: '^(a+)+$' } } };
    const everything: JsonObject = {
      properties: { a: { items: { allOf: Array.from({ length: 900 }, () => ({ type: 'string' })) } } },
    };
    const contained: JsonObject = {
      properties: { a: { contains: { enum: Array.from({ length: 3_000 }, (_unused, index) => `value ${index}`) } } },
    };
    const unique: JsonObject = { properties: { a: { uniqueItems: true } } };
    within(3_000, () => {
      expect(told(wide, { a: 0 })).toEqual([' too_costly']);
      expect(told(backtracking, { a: `${'a'.repeat(100_000)}!` })).toEqual(['/a pattern']);
      expect(told(backtracking, { a: `${'a'.repeat(1_000_000)}!` })).toEqual([' too_costly']);
      expect(told(everything, { a: Array.from({ length: 100_000 }, () => 0) })).toEqual([' too_costly']);
      expect(told(contained, { a: Array.from({ length: 100_000 }, () => 0) })).toEqual([' too_costly']);
      expect(told(unique, { a: Array.from({ length: 100_000 }, (_unused, index) => ({ index })) })).toEqual([]);
      expect(
        told(
          { additionalProperties: false },
          Object.fromEntries(Array.from({ length: 100_000 }, (_unused, index) => [`k${index}`, 0])),
        ),
      ).toHaveLength(1_001);
      expect(told({ properties: { a: { format: 'email' } } }, { a: `a@${'a'.repeat(1_000_000)}` })).toEqual([
        '/a format',
      ]);
    });
  });

  it('is compared with bounded work, however often and whatever large', () => {
    const value = { a: [Array.from({ length: 100_000 }, (_unused, index) => `x${index}`)] };
    const often = (keyword: JsonObject): JsonObject => ({
      properties: { a: { allOf: Array.from({ length: 400 }, () => keyword) } },
    });
    within(6_000, () => {
      for (const keyword of [{ const: 1 }, { enum: [1] }, { uniqueItems: true }])
        expect(told(often(keyword), value)).toEqual([' too_costly']);
    });
  });

  it('is told what may stand in many places, however long that is', () => {
    const choice = ['a'.repeat(30_000), 'b'.repeat(30_000)];
    within(1_000, () => {
      for (const items of [{ enum: choice }, { const: choice }]) {
        const problems = validateAgainst(
          { properties: { a: { items } } },
          { a: Array.from({ length: 15_000 }, () => 0) },
        );
        expect(problems.at(-1)?.code).toBe('too_many_problems');
        expect(JSON.stringify(problems).length).toBeLessThan(2_000_000);
      }
    });
  });

  it('is judged by the branch that fits, however many errors another branch had', () => {
    const schema: JsonObject = {
      properties: { a: { anyOf: [{ items: { type: 'string' } }, { items: { type: 'number' } }] } },
    };
    expect(told(schema, { a: Array.from({ length: 10_000 }, () => 0) })).toEqual([]);
  });

  it('is itself refused when it could not be stored', () => {
    expect(told({ type: 'object' }, { a: 'x\u0000' })).toEqual(['/a text_unsafe']);
  });
});

describe('a JSON Schema that a plugin brings', () => {
  it.each<[string, JsonObject, string[]]>([
    ['a reference out', { $ref: 'https://evil.ir/schema.json' }, ['/$ref schema_ref_remote']],
    [
      'a reference to a file',
      { properties: { a: { $ref: 'defs.json#/a' } } },
      ['/properties/a/$ref schema_ref_remote'],
    ],
    ['a reference to an anchor', { $ref: '#line' }, ['/$ref schema_ref_remote']],
    ['a reference to nothing', { $ref: '#/$defs/line' }, ['/$ref schema_ref_missing']],
    [
      'a reference to what is no schema',
      { default: { pattern: '(a+)+$' }, $ref: '#/default' },
      ['/$ref schema_ref_missing'],
    ],
    ['a reference with a broken escape', { $ref: '#/%zz' }, ['/$ref schema_ref_remote']],
    ['itself', { $ref: '#' }, [' schema_ref_loop']],
    [
      'itself by two steps',
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
      'an id inside',
      { properties: { a: { $id: 'https://acme.ir/a' } } },
      ['/properties/a/$id schema_keyword_unsupported'],
    ],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, ['/$schema schema_dialect']],
    ['look-around', { properties: { a: { pattern: '^(?!x)' } } }, ['/properties/a/pattern schema_pattern']],
    ['a broken pattern as a name', { patternProperties: { '(': {} } }, ['/patternProperties/( schema_pattern']],
    ['no type that exists', { properties: { a: { type: 'text' } } }, ['/properties/a/type schema_invalid']],
    ['a list for required', { required: 'name' }, ['/required schema_invalid']],
    ['another value than an object', { type: 'string' }, ['/type schema_not_object']],
    ['seventy thousand characters', { description: 'x'.repeat(70_000) }, [' schema_too_large']],
    ['two thousand subschemas', { allOf: Array.from({ length: 2_000 }, () => ({})) }, [' schema_too_large']],
  ])('is refused with %s', (_what, schema, problems) => {
    expect(ofSchema(schema)).toEqual(problems);
  });

  it('is not even compiled when there are too many of them together', () => {
    const schema: JsonObject = {
      properties: Object.fromEntries(
        Array.from({ length: 900 }, (_unused, index) => [`p${index}`, { type: 'string' }]),
      ),
    };
    const records = Array.from({ length: 20 }, (_unused, index) => ({ type: `t${index}`, schema }));
    within(3_000, () => {
      expect(checkRest({ scopes: { 'records.own': 'why' }, records }).map(({ code }) => code)).toEqual(
        Array.from({ length: 18 }, () => 'schema_too_large'),
      );
    });
  });

  it.each<[string, JsonObject]>([
    ['nothing', {}],
    [
      'properties named like keywords',
      { properties: { $ref: { type: 'string' }, pattern: { type: 'string' }, $id: {}, items: {}, $async: {} } },
    ],
    [
      'examples that look like schemas',
      { default: { $ref: 'https://evil.ir' }, examples: [{ $dynamicRef: 'x' }], enum: [{ $ref: 'x' }] },
    ],
    ['its own keywords and formats', { 'x-widget': 'slider', format: 'invoice', 'x-cost': 0 }],
    ['escaped references', { $defs: { 'a/b~c d': {} }, properties: { a: { $ref: '#/$defs/a~1b~0c%20d' } } }],
    [
      'older names',
      {
        definitions: { a: {} },
        properties: { a: { $ref: '#/definitions/a' } },
        dependencies: { a: ['b'], b: { required: ['a'] } },
      },
    ],
    [
      'conditions',
      { if: { properties: { a: { const: 1 } } }, then: { required: ['b'] }, else: false, unevaluatedProperties: false },
    ],
  ])('may have %s', (_what, schema) => {
    expect(ofSchema(schema)).toEqual([]);
    expect(() => validateAgainst(schema, {})).not.toThrow();
  });
});

describe('settings', () => {
  const settings: JsonObject = { type: 'object', properties: { region: { enum: ['eu', 'ir'] } }, required: ['region'] };

  it('fit the schema of the manifest', () => {
    expect(checkSettings({ settings }, { region: 'ir' })).toEqual([]);
    expect(checkSettings({ settings }, { region: 'us' }).map(({ path }) => path)).toEqual(['/settings/region']);
    expect(checkSettings({ settings: {} }, 'text').map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/settings type',
    ]);
  });

  it('are empty where the manifest has none', () => {
    expect(checkSettings({}, {})).toEqual([]);
    expect(checkSettings({}, { region: 'ir' }).map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/settings/region unknown_field',
    ]);
  });
});
