import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { arrayOf, copyOf, type BinaryColumn } from './binary-format.js';
import { PipelinedClient } from './pipelined-client.js';

let database: FreshDatabase;
let client: PipelinedClient;
beforeAll(async () => {
  database = await freshDatabase('purse');
  client = new PipelinedClient({ connectionString: database.url });
  client.onLost(() => undefined);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const at = new Date('2026-11-20T08:00:00.123Z');
/** Values by type, each with the literal that PostgreSQL reads as the same value. */
const examples: readonly (readonly [type: string, value: unknown, literal: string])[] = [
  ['text', 'a\tb\n"\\N', 'a\tb\n"\\N'],
  ['text', 'متن 😀'.repeat(600), 'متن 😀'.repeat(600)],
  ['text', '', ''],
  ['bigint', '-9223372036854775808', '-9223372036854775808'],
  ['bigint', 9_223_372_036_854_775_807n, '9223372036854775807'],
  ['bigint', 2 ** 53 - 1, '9007199254740991'],
  ['bigint', -4_294_967_297, '-4294967297'],
  ['int', -2_147_483_648, '-2147483648'],
  ['integer', '7', '7'],
  ['boolean', false, 'false'],
  ['bool', true, 'true'],
  ['timestamptz', at, '2026-11-20 08:00:00.123+00'],
  ['timestamptz', '1969-12-31T23:59:59.999Z', '1969-12-31 23:59:59.999+00'],
  ['json', { a: ['"', null] }, '{"a":["\\"",null]}'],
  ['json', 'text', '"text"'],
  ['jsonb', { b: 1 }, '{"b":1}'],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['bytea', '\\x00ff', '\\x00ff'],
];

/** Writes the value with `copy` and as an item of an array, and reads both as PostgreSQL prints them. */
async function written(type: string, value: unknown): Promise<unknown> {
  const column: BinaryColumn = { type };
  const copied = copyOf([column, { type, isArray: true }, column], [[value, [value, null], null]]);
  const statements = [
    {
      name: `${type}_table`,
      text: `create temp table t (v ${type}, a ${type}[], n ${type}) on commit drop`,
      values: [],
    },
    { name: `${type}_copy`, text: 'copy t (v, a, n) from stdin with (format binary)', values: [], copied },
    {
      name: `${type}_read`,
      text: `select t.v::text, t.a[1]::text, t.a[2]::text, t.n::text, u.v::text, cardinality($2::${type}[])::text
        from t, unnest($1::${type}[]) as u(v)`,
      values: [arrayOf(type, [value]), arrayOf(type, [])],
    },
  ];
  return (await client.sendPipelined(statements)).at(-1)?.rows;
}

describe('values in the binary format', () => {
  it.each(examples)('are what PostgreSQL reads from their text: %s %p', async (type, value, literal) => {
    const [expected] = await client.sendPipelined([
      { name: `${type}_literal`, text: `select $1::${type}::text`, values: [literal] },
    ]);
    const text = expected?.rows[0]?.[0];
    expect(await written(type, value)).toEqual([[text, text, null, null, text, '0']]);
  });

  it('are complete when they need more room than the values before them', async () => {
    const texts = Array.from({ length: 2_000 }, (_, number) => 'م'.repeat(number % 1_000));
    const read = { name: 'texts', text: 'select v from unnest($1::text[]) as u(v)', values: [arrayOf('text', texts)] };
    expect((await client.sendPipelined([read])).at(-1)?.rows).toEqual(texts.map((text) => [text]));
  });

  it.each([
    ['bigint', '1.5'],
    ['bigint', ''],
    ['bigint', '9223372036854775808'],
    ['int', 2 ** 31],
    ['int', 0.5],
    ['boolean', 'false'],
    ['timestamptz', 'soon'],
    ['uuid', 'no'],
    ['bytea', '\\x0'],
    ['numeric', '1'],
  ])('throw before anything is sent when they do not fit: %s %p', (type, value) => {
    expect(() => copyOf([{ type }], [[value]])).toThrow(/is no|out of range|cannot be written/);
    expect(copyOf([{ type: 'text' }], []).length).toBe(21);
  });
});
