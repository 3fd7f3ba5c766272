/** Generators of schemas of settings and of settings for them: valid ones, nearly valid ones and invalid ones. */
import { checkSettings } from '@kushk/manifest';
import fc from 'fast-check';
import { isObject, membersOf, resolved, type Json, type JsonObject, type Schema } from '../src/form/settings-schema.js';

const DEFINITIONS = {
  port: { type: 'integer', minimum: 1, default: 80 },
  tag: { $anchor: 'tag', type: 'string', default: 't' },
};
const names = fc.constantFrom('kind', 'name', 'on', 'count', 'constructor', 'a/b', 'x');

const keywords = (of: Readonly<Record<string, readonly Json[]>>): fc.Arbitrary<Schema> =>
  fc
    .record(Object.fromEntries(Object.entries(of).map(([name, values]) => [name, fc.constantFrom(...values)])), {
      requiredKeys: Object.keys(of).slice(0, 1),
      noNullPrototype: true,
    })
    .map(withoutWrongDefault);

/** A manifest with a default that its schema refuses is refused. */
function withoutWrongDefault(schema: Schema): Schema {
  const { default: value, ...others } = schema;
  if (value === undefined) return schema;
  const settings = { properties: { value: schema }, $defs: DEFINITIONS };
  return checkSettings({ settings }, { value }).length === 0 ? schema : others;
}

const scalars = fc.oneof(
  keywords({ type: ['string', ['string', 'null']], maxLength: [3, 300], default: ['a', 'abc', '', null] }),
  keywords({ type: ['string'], minLength: [2], pattern: ['^[a-z]+$'], default: ['abc'] }),
  keywords({
    type: ['integer', 'number', ['integer', 'null'], ['number', 'null']],
    minimum: [0, 1.5],
    maximum: [10, 1e21],
    multipleOf: [0.01, 5],
    default: [5, 0, null],
  }),
  keywords({ type: ['boolean', ['boolean', 'null']], default: [true, false, null] }),
  keywords({
    enum: [
      ['a', 'b'],
      ['a', null],
      [1, 2, true],
    ],
    default: ['a', null, 1],
  }),
  keywords({ type: ['string'], format: ['date', 'uri', 'time', 'date-time', 'email'], default: ['2026-11-20'] }),
  fc.constantFrom<Schema>(
    {},
    { type: 'string', writeOnly: true },
    { type: 'object', additionalProperties: { type: 'string' } },
    { const: 3 },
    { $ref: '#/$defs/port' },
    { $ref: '#tag' },
    { $ref: '#/$defs/port', maximum: 90 },
    { type: ['string', 'integer'] },
  ),
);

const objects = (members: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .tuple(fc.dictionary(names, members, { maxKeys: 4 }), fc.subarray(['kind', 'name', 'on', 'x']), fc.boolean())
    .map(([properties, required, isClosed]) => ({
      type: 'object',
      properties,
      required: required.filter((name) => Object.hasOwn(properties, name)),
      ...(isClosed && { additionalProperties: false }),
    }));

const alternatives = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.dictionary(names, scalars, { maxKeys: 2 }), fc.boolean(), fc.boolean())
  .map(([kind, properties, isTagged, isClosed]) => ({
    properties: { ...properties, ...(isTagged && { kind: { const: kind } }) },
    ...(isTagged && { required: ['kind'] }),
    ...(isClosed && { additionalProperties: false }),
  }));

const open = ({ additionalProperties: _closed, ...schema }: Schema): Schema => schema;
const ofKindA: Schema = { properties: { kind: { const: 'a' } }, required: ['kind'] };

const { member } = fc.letrec<{ member: Schema; object: Schema }>((tie) => ({
  object: fc.oneof(
    { weight: 5, arbitrary: objects(tie('member')) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          objects(scalars),
          fc.array(alternatives, { minLength: 2, maxLength: 3 }),
          fc.constantFrom('oneOf', 'anyOf'),
        )
        .map(([schema, parts, keyword]) => ({ ...open(schema), [keyword]: parts })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(objects(scalars), objects(scalars)).map((allOf) => ({ type: 'object', allOf })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(objects(scalars), objects(scalars), objects(scalars))
        .map(([schema, yes, no]) => ({ ...open(schema), if: ofKindA, then: yes, else: no })),
    },
  ),
  member: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: scalars },
    { weight: 2, arbitrary: tie('object') },
    {
      weight: 1,
      arbitrary: tie('member').map((items) => ({ type: 'array', items })),
    },
    {
      weight: 1,
      arbitrary: tie('member').map((items) => ({ type: 'array', items, minItems: 1 })),
    },
  ),
}));

export const settingsSchemas: fc.Arbitrary<Schema> = objects(member).map(
  (schema) => JSON.parse(JSON.stringify({ ...schema, $defs: DEFINITIONS })) as Schema,
);

const odd = fc.constantFrom<Json>(null, '', 0, -1, 'a', 'abcd', '😀😀', 1e-25, 1.005, 1e21, [], {}, true, '2026-13-01');
const plain: Readonly<Record<string, readonly Json[]>> = {
  string: ['a', 'abc', 'hello', '😀', '2026-11-20', 'ab'],
  integer: [1, 5, 10, 80],
  number: [0.5, 19.99, 5, 1e-7],
  boolean: [true, false],
  null: [null],
};
const MAX_DEPTH = 4;

function valuesOf(schema: Schema, root: Schema, depth: number): fc.Arbitrary<Json> {
  const own = resolved(schema, root);
  const { default: fallback = [], enum: values = [], const: only = [], type = [], items = {} } = own;
  const types = [type].flat() as string[];
  const likely = [fallback, values, only, ...types.map((one) => plain[one] ?? [])].flat() as Json[];
  const compound = [
    ...(types.includes('array') && depth < MAX_DEPTH
      ? [fc.array(valuesOf(isObject(items) ? items : {}, root, depth + 1), { maxLength: 3 })]
      : []),
    ...(types.includes('object') && depth < MAX_DEPTH ? [objectsOf(own, root, depth)] : []),
  ];
  const meant = [...(likely.length > 0 ? [fc.constantFrom(...likely)] : []), ...compound];
  return fc.oneof(
    { weight: 1, arbitrary: odd },
    ...(meant.length > 0 ? [{ weight: 12, arbitrary: fc.oneof<fc.Arbitrary<Json>[]>(...meant) }] : []),
  );
}

/** Settings, most of them with all that the schema requires. */
export function objectsOf(schema: Schema, root: Schema = schema, depth = 0): fc.Arbitrary<JsonObject> {
  const own = resolved(schema, root);
  const members = membersOf(own, root);
  const required = Array.isArray(own['required']) ? (own['required'] as string[]) : [];
  return fc.record(
    Object.fromEntries(members.map(([name, one]) => [name, valuesOf(one, root, depth + 1)])) as Record<
      string,
      fc.Arbitrary<Json>
    >,
    { requiredKeys: required.filter((name) => members.some(([key]) => key === name)), noNullPrototype: true },
  );
}
