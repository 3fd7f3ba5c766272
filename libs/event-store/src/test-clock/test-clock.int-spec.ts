import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { streamIdOf } from '@kushk/decider';
import pg from 'pg';
import { clockAheadMs, ConfigError } from '@kushk/runtime';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { openEventStore, type OpenStore } from '../open.js';
import { purseRef, purseStream, put } from '../../test/purse.js';

const MONTH_SECONDS = 30 * 86_400;

let database: FreshDatabase;
let open: OpenStore;
beforeAll(async () => {
  database = await freshDatabase('wallet');
  open = await openStore();
});
afterAll(async () => {
  await open?.close();
  await database?.drop();
});

const openStore = (): Promise<OpenStore> =>
  openEventStore({ service: 'wallet', streams: [purseStream], databaseUrl: database.url });

/** What another process stores that moves the clock to `version` months, and then a fact of this purse. */
async function storeElsewhere(version: number, purse: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `with clock as (
        insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
        values (nextval('log_position'), 'clock-scope', $3, gen_random_uuid(), 'ClockAdvanced',
          json_build_object('aheadSeconds', $2::int, 'at', now()), '{}', now())),
      moved as (
        insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
        select nextval('log_position'), stream_id, version + 1, gen_random_uuid(), 'CoinsPut',
          '{"coins": 1, "month": "1405-09"}', '{}', now() + make_interval(secs => $2::int)
        from log_streams where stream_id = $1)
      update log_streams set version = version + 1, prev_version = version, last_xid = pg_current_xact_id()
      where stream_id = $1`,
    [purse, version * MONTH_SECONDS, version],
  );
  await client.end();
}

describe('the test clock of a log', () => {
  it('is known as soon as a process that starts later has opened its store', async () => {
    await open.close();
    await storeElsewhere(1, 'purse-none');
    expect(clockAheadMs()).toBe(0);
    open = await openStore();
    expect(clockAheadMs()).toBe(MONTH_SECONDS * 1_000);
  });

  it('is read by a batch whose stream has facts of another process, so that none is older than the one before', async () => {
    const purse = purseRef('one');
    await open.store.run(put('one', 1));
    await storeElsewhere(2, streamIdOf(purse));
    await open.store.run(put('one', 1));
    const times = (await open.store.history(purse)).map(({ at }) => at.getTime());
    expect(times).toHaveLength(3);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('keeps production from using the log', async () => {
    const { dataSource } = open;
    const options = { service: 'wallet', streams: [purseStream], databaseUrl: database.url, dataSource };
    await expect(openEventStore({ ...options, hasTestClock: false })).rejects.toThrow(ConfigError);
  });
});
