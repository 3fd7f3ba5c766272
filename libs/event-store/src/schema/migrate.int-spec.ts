import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import pg from 'pg';
import { migrate } from './migrate.js';
import { definitionOf } from '../open.js';

const definition = definitionOf({
  service: 'purse',
  streams: [],
  migrations: new URL('../../test/large-migrations/', import.meta.url),
});
const ignore = (): void => undefined;

let database: FreshDatabase;
let client: pg.Client;
let warnings: string[];

beforeEach(async () => {
  warnings = [];
  database = await freshDatabase('purse');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const run = (): Promise<void> =>
  migrate({
    databaseUrl: database.url,
    definition,
    log: { info: ignore, warn: (_fields, message) => void warnings.push(message), error: ignore },
  });

const rows = async (text: string): Promise<unknown[]> => (await client.query<object>(text)).rows;
const indexes = (): Promise<unknown[]> =>
  rows(`select indisvalid as is_valid from pg_index where indexrelid = to_regclass('coins_by_year')`);

describe('migrations', () => {
  it('run without a statement timeout, and wait only briefly for locks', async () => {
    await run();
    expect(await rows('select * from timeouts')).toEqual([{ statement: '0', lock: '2s' }]);
    expect(await rows('select count(*)::int as missing from coins where is_old is null')).toEqual([{ missing: 0 }]);
  });

  it('finish when several processes start at the same time and one of them creates an index concurrently', async () => {
    await Promise.all([run(), run(), run()]);
    expect(await indexes()).toEqual([{ is_valid: true }]);
  });

  it('replace the rest of an index whose creation was interrupted', async () => {
    await run();
    await client.query('drop index coins_by_year');
    await client.query('create unique index concurrently coins_by_year on coins (year)').catch(ignore);
    expect(await indexes()).toEqual([{ is_valid: false }]);
    await client.query(`delete from migrations where name like 'coins-index%'`);
    await run();
    expect(await indexes()).toEqual([{ is_valid: true }]);
  });

  it('try again when a table stays locked', async () => {
    await run();
    await client.query(`delete from migrations where name like 'coins-%'`);
    await client.query('drop table timeouts');
    await client.query('alter table coins rename to old_coins');
    await client.query('begin');
    // `create table coins` of the migration waits for the name, which an open transaction takes as well.
    await client.query('create table coins ()');
    const running = run();
    await eventually(() => warnings.length > 0);
    await client.query('rollback');
    await client.query('drop table old_coins');
    await running;
    expect(warnings).toContain('a migration waits for a lock, trying again');
  });

  it('run in the session that holds their lock, so that a broken connection ends both', async () => {
    await run();
    await client.query(`delete from migrations where name like 'coins-%'`);
    await client.query('drop table timeouts');
    await client.query('alter table coins rename to old_coins');
    await client.query('begin');
    await client.query('create table coins ()');
    const running = run();
    const waiting = (): Promise<unknown[]> =>
      rows(`select exists (select from pg_locks l where l.pid = w.pid and l.locktype = 'advisory') as holds_lock
        from pg_locks w join pg_stat_activity a using (pid) where not w.granted and a.datname = current_database()`);
    let sessions: unknown[] = [];
    await eventually(async () => (sessions = await waiting()).length > 0);
    expect(sessions).toEqual([{ holds_lock: true }]);
    await client.query('rollback');
    await client.query('drop table old_coins');
    await running;
  });
});
