/** Manifests, schemas and values that cost as much as possible. The step budget bounds the work of each. */
import type { Json, JsonObject } from '@kushk/contracts';

type CostlyKeyword = readonly [what: string, keyword: JsonObject, value: Json];

const list = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_unused, index) => item(index));
const members = <Member>(length: number, member: (index: number) => [string, Member]): Record<string, Member> =>
  Object.fromEntries(list(length, member));

/** A schema that evaluates a keyword until the budget is spent, and discards the errors. */
function repeated(keyword: JsonObject): JsonObject {
  const all = (times: number, of: JsonObject): JsonObject => ({ allOf: list(times, () => of) });
  return {
    $defs: {
      few: all(100, { not: keyword }),
      more: all(30, { $ref: '#/$defs/few' }),
      many: all(30, { $ref: '#/$defs/more' }),
      most: all(30, { $ref: '#/$defs/many' }),
    },
    properties: { a: { $ref: '#/$defs/most' } },
  };
}

const threeHundred = members(300, (index) => [`k${index}`, index]);
const keywords: readonly CostlyKeyword[] = [
  ['type', { type: 'number' }, 'x'],
  ['const', { const: { a: 1 } }, threeHundred],
  ['enum', { enum: ['a'] }, 'b'],
  ['minLength', { minLength: 5_000 }, 'x'.repeat(4_096)],
  ['maxLength', { maxLength: 5 }, 'x'.repeat(100_000)],
  ['a backtracking pattern', { pattern: '^(a|b)*c$' }, 'ab'.repeat(2_000)],
  ['a short pattern', { pattern: '^a' }, 'b'],
  ['a pattern with empty alternatives', { pattern: `(${'|'.repeat(300)})*c` }, 'ab'.repeat(100)],
  ['minimum', { minimum: 5 }, 1],
  ['exclusiveMaximum', { exclusiveMaximum: 5 }, 7],
  ['multipleOf', { multipleOf: 0.0001 }, 0.00015],
  ['required', { required: ['a', 'b', 'c', 'd'] }, {}],
  ['dependentRequired', { dependentRequired: { a: ['b', 'c', 'd'] } }, { a: 1 }],
  ['dependentSchemas', { dependentSchemas: { a: { type: 'string' } } }, { a: 1 }],
  ['properties', { properties: { a: { type: 'number' } } }, { a: 'x' }],
  ['patternProperties', { patternProperties: { '^k': { type: 'string' } } }, threeHundred],
  ['additionalProperties', { additionalProperties: { type: 'string' } }, threeHundred],
  ['unevaluatedProperties', { unevaluatedProperties: { type: 'string' } }, threeHundred],
  ['propertyNames', { propertyNames: { maxLength: 0 } }, { a: 1 }],
  ['maxProperties', { maxProperties: 3 }, members(50_000, (index) => [`k${index}`, 1])],
  ['long names', { additionalProperties: { type: 'string' } }, members(300, (index) => [`~${index}`.repeat(900), 1])],
  ['items', { items: { type: 'string' } }, list(300, () => 1)],
  ['prefixItems', { prefixItems: [{ type: 'string' }] }, [1]],
  ['unevaluatedItems', { unevaluatedItems: { type: 'string' } }, list(300, () => 1)],
  ['contains', { contains: { type: 'string' } }, list(300, () => 1)],
  ['minItems', { minItems: 5 }, []],
  ['uniqueItems', { uniqueItems: true }, list(300, () => 1)],
  ['anyOf', { anyOf: [{ type: 'string' }, { type: 'number' }] }, true],
  ['oneOf', { oneOf: [{ type: 'string' }, { type: 'number' }] }, true],
  ['if', { if: { type: 'number' }, then: { type: 'string' } }, 5],
];

const formats: readonly (readonly [format: string, ...values: string[]])[] = [
  ['date', '2026-02-30'],
  ['time', '12:00:00x', `12:00:00.${'0'.repeat(4_000)}Zx`],
  ['date-time', '2026-01-01T00:00:00x', `2026-01-01T00:00:00.${'0'.repeat(4_000)}Zx`],
  ['duration', 'P1Y2M3DT4H5M6Sx', `P${'1'.repeat(4_000)}`],
  ['uri', `http://${'a'.repeat(4_080)}^`, `a:${'1.'.repeat(2_000)}^`],
  ['uri-reference', `//${'a'.repeat(4_093)}^`, `${'a/'.repeat(2_040)}^`],
  ['email', `a@${'a.'.repeat(2_046)}-`, `${'a.'.repeat(2_040)}@`],
  ['hostname', `${'a.'.repeat(2_046)}-`, 'a-'],
  ['ipv4', '1.1.1.1x', '1'.repeat(4_000)],
  ['ipv6', '1:2:3:4:5:6:7:8x', ':'.repeat(4_000)],
  ['uuid', `urn:uuid:${'a'.repeat(4_000)}`, 'x'],
  ['json-pointer', `/${'a'.repeat(4_090)}~`, `${'/a'.repeat(2_000)}~`],
  ['regex', '(', '('.repeat(4_000), `(${'a|b'.repeat(800)}`, '(?<a>'.repeat(800)],
];

/** Schemas that evaluate one keyword or format again and again, each with a value that violates it. */
export const costlySchemas: readonly (readonly [what: string, schema: JsonObject, value: Json])[] = [
  ...keywords,
  ...formats.flatMap(([format, ...values]) =>
    values.map((value, index): CostlyKeyword => [`format ${format} (${index + 1})`, { format }, value]),
  ),
].map(([what, keyword, value]) => [what, repeated(keyword), { a: value }]);

const base: JsonObject = {
  ...{ schema: '1', id: 'ir.acme.j', version: '1.0.0', publisher: 'acme', kind: 'external', plugin_api: '1.0' },
  ...{ names: { en: 'x' }, base_url: 'https://acme.ir', scopes: {} },
};
const withTools = (count: number, schema: (index: number) => JsonObject): JsonObject => ({
  ...base,
  tools: list(count, (index) => ({ name: `t${index}`, description: 'x', input_schema: schema(index) })),
});
const nineteen = (member: (index: number) => JsonObject): JsonObject => ({
  type: 'object',
  properties: members(19, (index) => [`p${index}`, member(index)]),
});

const ninetyThousand = members(90_000, (index) => [`k${index}`, 1]);
export const costlySettings: readonly (readonly [what: string, schema: JsonObject, sent: JsonObject])[] = [
  [
    'many defaults',
    { allOf: list(900, (index) => ({ properties: { [`a${index}`]: { default: 1 } } })) },
    ninetyThousand,
  ],
  [
    'properties behind references that multiply',
    {
      $defs: {
        few: { properties: members(600, (index) => [`p${index}`, { $ref: '#/$defs/none' }]) },
        more: { allOf: list(100, () => ({ $ref: '#/$defs/few' })) },
        none: {},
      },
      allOf: list(100, () => ({ $ref: '#/$defs/more' })),
    },
    {},
  ],
  [
    'many secrets',
    { properties: { a: { items: { anyOf: list(900, () => ({ format: 'password' })) } } } },
    { a: list(300_000, () => 1) },
  ],
];

export const costlyManifests: readonly (readonly [what: string, manifest: JsonObject])[] = [
  ['70,000 unknown fields', { ...base, ...members(70_000, (index): [string, number] => [`k${index}`, 1]) }],
  ['70,000 scopes', { ...base, scopes: members(70_000, (index) => [`k${index}`, 'x']) }],
  [
    '1,900 patterns with expanded repetitions',
    withTools(100, (tool) =>
      nineteen((index) => ({ type: 'string', pattern: `(?:(?:a{1,30}){1,30}|[\\p{L}]{1,500})${tool}x${index}` })),
    ),
  ],
  [
    '1,900 patterns of many characters',
    withTools(100, (tool) => nineteen((index) => ({ pattern: `${'[^a]'.repeat(220)}${tool}x${index}` }))),
  ],
  [
    'keywords that must be compiled',
    withTools(100, () => ({
      ...nineteen(() => ({ type: 'object', dependentRequired: { a: ['b'] } })),
      unevaluatedProperties: false,
    })),
  ],
  [
    '100,000 required names that are not defined',
    withTools(20, () => ({ required: list(5_000, (index) => `a${index}`), ...nineteen(() => ({})) })),
  ],
  ['50,000 misspelt keywords', withTools(100, () => nineteen(() => members(30, (index) => [`propertie${index}`, 1])))],
  [
    'defaults of 330 objects',
    {
      ...base,
      settings: {
        properties: members(330, (index) => [
          `p${index}`,
          { default: {}, properties: { a: { default: 1 }, b: { default: 2 } } },
        ]),
      },
    },
  ],
  [
    'a default behind references that double',
    {
      ...base,
      settings: {
        $defs: members(60, (index) => [
          `d${index}`,
          index < 59 ? { allOf: list(2, () => ({ $ref: `#/$defs/d${index + 1}` })) } : { format: 'uri-reference' },
        ]),
        properties: { a: { $ref: '#/$defs/d0', default: `//${'a'.repeat(4_093)}^` } },
      },
    },
  ],
  [
    '70,000 rates',
    {
      ...base,
      plans: list(100, (plan) => ({
        key: `p${plan}`,
        names: { en: 'x' },
        rates: members(700, (rate) => [`s${rate}`, '9.9999999']),
      })),
    },
  ],
  ['a megabyte of description', { ...withTools(1, () => ({})), names: { en: 'x'.repeat(1_000_000) } }],
];

/** More than 100,000 characters each are cut. */
export const costlyYaml: readonly (readonly [what: string, text: string])[] = [
  ['anchors', list(7_000, (index) => `a${index}: &b${index} 1`).join('\n')],
  ['anchors in a row', '&a '.repeat(33_000)],
  ['keys without values', `{${'a,'.repeat(49_990)}}`],
  ['tags', '!a '.repeat(33_000)],
  ['commas', `[${','.repeat(49_000)}]`],
  ['question marks', `{${'? '.repeat(29_000)}}`],
  ['quoted texts', '"a" '.repeat(25_000)],
  ['directives', '%a\n'.repeat(33_000)],
  ['aliases', `x: &a [1]\ny: [${'*a,'.repeat(14_000)}]`],
  ['empty lines', `a:\n${'\n'.repeat(99_000)}b`],
];
