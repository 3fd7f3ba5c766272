/** What strangers can send that takes the most work to check: most of it spends the whole budget of steps. */
import type { JsonObject } from '@kushk/contracts';

const list = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_unused, index) => item(index));
const members = <Member>(length: number, member: (index: number) => [string, Member]): Record<string, Member> =>
  Object.fromEntries(list(length, member));

/** A schema that evaluates a keyword for the setting or record `a` until the budget is spent. */
function repeated(keyword: JsonObject, a: JsonObject = {}): JsonObject {
  const all = (times: number, of: JsonObject): JsonObject => ({ allOf: list(times, () => of) });
  return {
    type: 'object',
    $defs: {
      few: all(100, { not: keyword }),
      more: all(30, { $ref: '#/$defs/few' }),
      many: all(30, { $ref: '#/$defs/more' }),
      most: all(30, { $ref: '#/$defs/many' }),
    },
    properties: { a: { $ref: '#/$defs/most', ...a } },
  };
}

const slowAddress = `//${'a'.repeat(4_093)}^`;
const backtracking = 'ab'.repeat(2_000);

/** Bodies of `POST /developer/v1/checks`: a default, misspelt keywords, patterns, required names, and two texts. */
export function worstManifests(publisher: string, id: string): readonly JsonObject[] {
  const manifest = (more: JsonObject): JsonObject => ({
    ...{ schema: '1', id, version: '1.0.0', publisher, kind: 'external', plugin_api: '1.0' },
    ...{ names: { en: 'Worst' }, base_url: 'https://worst.example.com', ...more },
  });
  const tools = (schema: (tool: number) => JsonObject): JsonObject =>
    manifest({
      tools: list(100, (tool) => ({
        name: `t${tool}`,
        description: 'x',
        input_schema: { type: 'object', ...schema(tool) },
      })),
    });
  const nineteen = (member: (index: number) => JsonObject): JsonObject => ({
    properties: members(19, (index) => [`p${index}`, member(index)]),
  });
  const pattern = '(?:(?:a{1,30}){1,30}|[\\p{L}]{1,500})';
  return [
    { manifest: manifest({ settings: repeated({ format: 'uri-reference' }, { default: slowAddress }) }) },
    { manifest: tools(() => nineteen(() => members(30, (index) => [`propertie${index}`, 1]))) },
    { manifest: tools((tool) => nineteen((index) => ({ type: 'string', pattern: `${pattern}${tool}x${index}` }))) },
    { manifest: tools(() => ({ required: list(500, (index) => `a${index}`), ...nineteen(() => ({})) })) },
    { manifest: manifest({}), source: '&a '.repeat(33_000) },
    {
      manifest: manifest({}),
      source: list(7_000, (index) => `a${index}: &b${index} 1`)
        .join('\n')
        .slice(0, 100_000),
    },
  ];
}

/** Types of records with the data that takes the most work to check. */
export const worstRecords: readonly {
  readonly type: string;
  readonly schema: JsonObject;
  readonly data: JsonObject;
}[] = [
  { type: 'format', schema: repeated({ format: 'uri-reference' }), data: { a: slowAddress } },
  { type: 'pattern', schema: repeated({ pattern: '^(a|b)*c$' }), data: { a: backtracking } },
  { type: 'unique', schema: repeated({ uniqueItems: true }), data: { a: list(3_000, () => 1) } },
  { type: 'length', schema: repeated({ minLength: 1_000_000 }), data: { a: 'x'.repeat(500_000) } },
];
