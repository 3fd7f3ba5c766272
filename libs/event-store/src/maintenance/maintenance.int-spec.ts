import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { deleteInChunks } from './delete-in-chunks.js';
import { purseStream, put } from '../../test/purse.js';
import { openEventStore, type OpenStore } from '../open.js';
import { SPEC_DEADLINE_MS } from '../../test/purse.view.js';

const dayMs = 86_400_000;
let database: FreshDatabase;
let open: OpenStore;

beforeEach(async () => {
  database = await freshDatabase('purse');
  open = await openEventStore({
    service: 'purse',
    streams: [purseStream],
    databaseUrl: database.url,
    deadlineMs: SPEC_DEADLINE_MS,
    isMaintained: false,
  });
});
afterEach(async () => {
  await open.close();
  await database.drop();
});

const key = (name: string, isPermanent = false) => ({ scope: 'caller', key: name, inputHash: 'h', isPermanent });
const storedKeys = async (): Promise<string[]> =>
  (await open.dataSource.query<{ key: string }[]>('select key from log_idempotency order by key')).map(
    (row) => row.key,
  );

describe('the maintenance of the log', () => {
  it('deletes idempotency keys after two days, except those that are permanent', async () => {
    await open.store.run(put('p', 1, key('expiring')));
    await open.store.run(put('p', 1, key('permanent', true)));
    await open.maintenance.runOnce(new Date(Date.now() + dayMs));
    expect(await storedKeys()).toEqual(['expiring', 'permanent']);
    await open.maintenance.runOnce(new Date(Date.now() + 3 * dayMs));
    expect(await storedKeys()).toEqual(['permanent']);
    expect(await open.store.run(put('p', 1, key('permanent', true)))).toMatchObject({ replayed: true });
  });

  it('measures what the service and its database store', async () => {
    const measured: { readonly database: number; readonly service: number }[] = [];
    const ignore = (): void => undefined;
    const names = [
      'commandDecided',
      'factsRelayed',
      'relayLagMs',
      'logBehindStream',
      'factsUnpublished',
      'maintained',
      'clockOffsetMs',
    ] as const;
    const measuring = await openEventStore({
      service: 'purse',
      streams: [purseStream],
      databaseUrl: database.url,
      isMaintained: false,
      measure: {
        ...(Object.fromEntries(names.map((name) => [name, ignore])) as Record<(typeof names)[number], () => void>),
        storedBytes: (bytes) => void measured.push(bytes),
      },
    });
    await measuring.maintenance.runOnce();
    await open.dataSource.query(
      `create table filler as select repeat('x', 1000) as text from generate_series(1, 2000)`,
    );
    await measuring.maintenance.runOnce();
    await measuring.close();
    const [before, after] = measured;
    for (const part of ['database', 'service'] as const)
      expect((after?.[part] ?? 0) - (before?.[part] ?? 0)).toBeGreaterThan(2_000_000);
    expect(after?.service).toBeLessThan(after?.database ?? 0);
  });

  it('runs in one process of a service at a time', async () => {
    const holder = open.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('lock table log_idempotency');
    const first = open.maintenance.runOnce();
    await eventually(async () => {
      const [row] = await open.dataSource.query<{ waits: boolean }[]>(
        `select exists (select from pg_locks where relation = 'log_idempotency'::regclass and not granted) as waits`,
      );
      return row?.waits;
    });
    const other = await openEventStore({
      service: 'purse',
      streams: [purseStream],
      databaseUrl: database.url,
      isMaintained: false,
    });
    expect(await other.maintenance.runOnce()).toBe(false);
    await holder.rollbackTransaction();
    await holder.release();
    expect(await first).toBe(true);
    await other.close();
  });
});

describe('deleting in chunks', () => {
  it('deletes what one statement cannot delete within the statement timeout', async () => {
    await open.dataSource.query('create table expired as select n from generate_series(1, 600) n');
    await open.dataSource.query(`create function slow() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.001); return old; end $$`);
    await open.dataSource.query('create trigger slow before delete on expired for each row execute function slow()');
    const short = new DataSource({ type: 'postgres', url: database.url, extra: { statement_timeout: 250 } });
    await short.initialize();
    try {
      await expect(short.query('delete from expired')).rejects.toMatchObject({ code: '57014' });
      const chunks: number[] = [];
      const onChunk = (count: number): unknown => chunks.push(count);
      const rows = { table: 'expired', where: 't.n <= $1', values: [500], onChunk };
      expect(await deleteInChunks(short, rows)).toBe(500);
      expect(chunks.length).toBeGreaterThan(1);
      expect(await short.query('select count(*)::int as left from expired')).toEqual([{ left: 100 }]);
    } finally {
      await short.destroy();
    }
  });

  it('skips rows that somebody else has locked', async () => {
    await open.dataSource.query('create table expired as select n from generate_series(1, 10) n');
    const holder = open.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from expired where n = 5 for update');
    expect(await deleteInChunks(open.dataSource, { table: 'expired', where: 'true', values: [] })).toBe(9);
    await holder.rollbackTransaction();
    await holder.release();
  });
});
