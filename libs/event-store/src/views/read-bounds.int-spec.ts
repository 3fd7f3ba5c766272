import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { purseStream } from '../../test/purse.js';
import { purseService } from '../../test/purse.view.js';
import type { LoadedStream } from '../loop/decide-batch.js';
import { definitionOf, openEventStore, type OpenStore } from '../open.js';
import { foldOutdated } from '../log/outdated-states.js';
import { PipelinedClient } from '../postgres/pipelined-client.js';
import { logStart } from '../relay/relay-cursor.js';
import { RelayLog } from '../relay/relay-log.js';
import { ShadowTables } from '../rebuild/shadow-tables.js';
import { StateFolder } from '../log/state-folder.js';

const megabyte = 1024 * 1024;
const facts = 32;
const ignore = (): void => undefined;

let database: FreshDatabase;
let open: OpenStore;
let observer: pg.Client;
let client: PipelinedClient;
let single: DataSource;
let blocksPerFact: number;

/** A stream with 32 facts of a megabyte each, which PostgreSQL stores apart from their rows and without compression. */
beforeAll(async () => {
  database = await freshDatabase('purse');
  open = await openEventStore({ ...purseService, databaseUrl: database.url, isMaintained: false });
  observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
  client = new PipelinedClient({ connectionString: database.url });
  await client.connect();
  single = await new DataSource({ type: 'postgres', url: database.url, poolSize: 1 }).initialize();
  await observer.query('alter table log_events alter column data set storage external');
  // A vacuum reads the facts as well, and would be counted with the reads of a test.
  await observer.query('alter table log_events set (autovacuum_enabled = off, toast.autovacuum_enabled = off)');
  await observer.query(
    `insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
      select v, 'purse-large', v, gen_random_uuid(), 'CoinsPut',
        json_build_object('coins', 1, 'month', '1405-08', 'note', repeat('x', ${megabyte})), '{}', now()
      from generate_series(1, ${facts}) v`,
  );
  // The relay reads below the oldest transaction of the cluster, which other tests use as well.
  await eventually(async () => {
    const { rows } = await observer.query<{ is_settled: boolean }>(
      'select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as is_settled from log_events',
    );
    return rows[0]?.is_settled;
  });
  const before = await blocksAccessed(inObserver);
  await observer.query('select sum(octet_length(data::text)) from log_events');
  blocksPerFact = ((await blocksAccessed(inObserver)) - before) / facts;
});
afterAll(async () => {
  await single.destroy();
  await client.end();
  await observer.end();
  await open.close();
  await database.drop();
});

/** A session of PostgreSQL: runs a statement. */
type Session = (text: string) => Promise<unknown>;

/** Blocks of fact data that this session has accessed, once PostgreSQL has counted them. */
async function blocksAccessed(session: Session): Promise<number> {
  await session('select pg_stat_force_next_flush()');
  const { rows } = await observer.query<{ blocks: string }>(
    `select (toast_blks_hit + toast_blks_read)::text as blocks from pg_statio_user_tables where relname = 'log_events'`,
  );
  return Number(rows[0]?.blocks);
}

/** The data that PostgreSQL accesses during the work, as a number of facts. */
async function factsRead(session: Session, work: () => Promise<void>): Promise<number> {
  const before = await blocksAccessed(session);
  await work();
  return ((await blocksAccessed(session)) - before) / blocksPerFact;
}

const inClient: Session = (text) => client.query(text);
const inObserver: Session = (text) => observer.query(text);

describe('large facts are read only as far as one read may go', () => {
  it('by the relay', async () => {
    const log = new RelayLog(client, {
      service: 'purse',
      translate: () => null,
      published: { categories: ['purse'], privateTypes: [] },
      maxMessageBytes: () => megabyte,
    });
    const read = await factsRead(inClient, async () => {
      const batch = await log.read(logStart);
      expect(batch).toMatchObject({ isFull: true, isEmpty: false });
    });
    expect(read).toBeGreaterThan(7);
    expect(read).toBeLessThan(10);
  });

  it('by the relay, which reads nothing of private facts', async () => {
    const log = new RelayLog(client, {
      service: 'purse',
      translate: () => null,
      published: { categories: ['other', 'purse'], privateTypes: ['purse-CoinsPut'] },
      maxMessageBytes: () => megabyte,
    });
    const read = await factsRead(inClient, async () => {
      const batch = await log.read(logStart);
      expect(batch).toMatchObject({ isFull: false, isEmpty: false });
    });
    expect(read).toBe(0);
  });

  it('by a fold outside the command loop', async () => {
    const log = { info: ignore, warn: ignore, error: ignore };
    const chunks: number[] = [];
    const measure = { maintained: (_work: string, count: number) => void chunks.push(count) };
    const folder = new StateFolder({ database: single, service: 'purse', log, measure: measure as never });
    const read = await factsRead(
      (text) => single.query(text),
      async () => {
        const folded = await folder.fold({ type: purseStream, id: 'large' });
        expect(folded).toMatchObject({ version: facts, state: { coins: BigInt(facts) } });
      },
    );
    expect(Math.max(...chunks)).toBe(8);
    expect(read).toBeLessThan(facts + 3);
  });

  it('by a fold within a batch', async () => {
    const stream: LoadedStream = {
      streamId: 'purse-large',
      id: 'large',
      type: purseStream,
      storedVersion: facts,
      version: facts,
      state: purseStream.initial,
    };
    const read = await factsRead(inClient, () => foldOutdated(client, [stream]));
    expect(stream.isOutdated).toBe(true);
    expect(read).toBeLessThan(6);
  });

  it('by a rebuild', async () => {
    const clients = { writer: client, reader: client };
    const shadow = new ShadowTables(clients, {
      definition: definitionOf(purseService),
      dataSource: open.dataSource,
      isLogged: false,
      chunkFacts: 5_000,
    });
    await shadow.open();
    const folded: number[] = [];
    const read = await factsRead(inClient, async () => {
      await shadow.fold('settled', () => void folded.push(shadow.facts));
    });
    expect(folded).toEqual([16, facts]);
    expect(read).toBeLessThan(facts + 4);
    await shadow.drop();
  });
});
