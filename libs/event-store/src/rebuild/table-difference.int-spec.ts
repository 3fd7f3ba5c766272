import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { PipelinedClient } from '../postgres/pipelined-client.js';
import { compareTables, type TableDifference } from './table-difference.js';

let database: FreshDatabase;
let client: PipelinedClient;

beforeAll(async () => {
  database = await freshDatabase('differences');
  client = new PipelinedClient({ connectionString: database.url });
  await client.connect();
  await client.query(`create table live (a text collate "C", b bigint, value text, data json, primary key (a, b))`);
  await client.query('create table rebuilt (like live)');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Compares tables with these rows, each a SQL list of values. */
async function differenceOf(live: readonly string[], rebuilt: readonly string[]): Promise<TableDifference> {
  for (const [table, rows] of Object.entries({ live, rebuilt })) {
    await client.query(`truncate ${table}`);
    if (rows.length > 0) await client.query(`insert into ${table} values ${rows.map((row) => `(${row})`).join(', ')}`);
  }
  const columns = ['a', 'b', 'value', 'data'].map((name) => ({
    property: name,
    quoted: `"${name}"`,
    type: 'text',
    isArray: false,
  }));
  return await compareTables(client, { live: { name: 'live', columns, generated: [] }, rebuilt: 'rebuilt' });
}

const row = (b: number, value: string, data = '{"x":[1,null]}'): string => `'a', ${b}, ${value}, '${data}'`;

it('finds rows that are missing, surplus and changed, with examples', async () => {
  const difference = await differenceOf(
    [row(1, `'same'`), row(2, 'null'), row(3, `'surplus'`), row(5, `'x'`)],
    [row(1, `'same'`), row(2, `'now a value'`), row(4, `'missing'`), row(5, `'x'`, '{"x":[1,2]}')],
  );
  expect(difference).toMatchObject({ table: 'live', missing: 3, surplus: 3 });
  expect(difference.examples).toHaveLength(6);
  expect(difference.examples.map((text) => text.split(' ', 1)[0]).sort()).toEqual(
    ['missing', 'surplus'].flatMap((kind) => [kind, kind, kind]),
  );
  expect(difference.examples.find((text) => text.includes('now a value'))).toMatch(/^missing .*"b": 2/);
});

it('compares JSON by its value, and nulls as equal', async () => {
  expect(
    await differenceOf([row(1, 'null', '{"x": [1, null], "y":1}')], [row(1, 'null', '{"y":1,"x":[1,null]}')]),
  ).toEqual({ table: 'live', missing: 0, surplus: 0, examples: [] });
});

it('finds a key that follows from the log twice', async () => {
  const once = row(1, `'once'`);
  expect(await differenceOf([once, row(2, 'null')], [once, once, row(2, 'null')])).toMatchObject({
    missing: 1,
    surplus: 0,
  });
});
