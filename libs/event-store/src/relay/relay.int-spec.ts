import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerConnection, createStreams, JetStreamFactStream } from '@kushk/broker';
import { freePort, startNats, type RunningServer } from '@kushk/embedded';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { purseStream, put, take } from '../../test/purse.js';
import { pursePublication } from '../../test/purse.public.js';
import { factHeaders, type FactStream } from './fact-stream.js';
import { openEventStore, type OpenStore } from '../open.js';
import { SPEC_DEADLINE_MS } from '../../test/purse.view.js';

interface Published {
  readonly subject: string;
  readonly data: { readonly purse_id: string; readonly coins: number };
  readonly stream: string;
  readonly version: number;
  readonly eventId: string;
}

let database: FreshDatabase;
let scope: string;
let ending: (() => Promise<unknown>)[];

beforeEach(async () => {
  ending = [];
  database = await freshDatabase('purse');
  scope = `t${randomBytes(4).toString('hex')}`;
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await database.drop();
});

const create = (url: string) => createStreams({ url, scope, services: ['wallet'] });

async function connected(url: string): Promise<{ link: BrokerConnection; stream: FactStream }> {
  await create(url);
  const link = await BrokerConnection.connect(url, 'relay-spec');
  ending.push(() => link.close());
  return { link, stream: await streamOver(link) };
}

async function streamOver(link: BrokerConnection): Promise<FactStream> {
  return new JetStreamFactStream(link, await jetstreamManager(link.nats, { checkAPI: false }), {
    scope,
    service: 'wallet',
  });
}

async function openStore(stream: FactStream): Promise<OpenStore> {
  const open = await openEventStore({
    service: 'purse',
    streams: [purseStream],
    publications: [pursePublication],
    databaseUrl: database.url,
    deadlineMs: SPEC_DEADLINE_MS,
    facts: { stream, scope },
  });
  ending.push(() => open.close());
  return open;
}

/** Reads the messages of the stream, oldest first. */
async function published(link: BrokerConnection): Promise<Published[]> {
  const manager = await jetstreamManager(link.nats, { checkAPI: false });
  const name = `EVT_${scope}_WALLET`.toUpperCase();
  const { state } = await manager.streams.info(name);
  const messages: Published[] = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(name, { seq });
    if (message === null) continue;
    messages.push({
      subject: message.subject,
      data: message.json(),
      stream: message.header.get(factHeaders.stream),
      version: Number(message.header.get(factHeaders.version)),
      eventId: message.header.get('Nats-Msg-Id'),
    });
  }
  return messages;
}

function eventuallyPublished(link: BrokerConnection, count: number): Promise<Published[]> {
  return eventually(async () => {
    // A request on a broken connection would delay the test by five seconds.
    if (!link.up) return null;
    const messages = await published(link);
    expect(messages).toHaveLength(count);
    return messages;
  });
}

/** Waits until PostgreSQL reports two more reads of the log by the relay. */
async function logReadTwice({ dataSource }: OpenStore): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    const [before] = await dataSource.query<{ now: string }[]>('select clock_timestamp()::text as now');
    await eventually(async () => {
      const sessions = await dataSource.query<object[]>(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'purse relay' and state = 'idle' and query_start > $1::timestamptz`,
        [before?.now],
      );
      return sessions.length === 1;
    });
  }
}

const testNats = (): string => process.env['KUSHK_TEST_NATS_URL'] as string;

describe('the relay', () => {
  it('publishes public facts in log order and no private facts', async () => {
    const { link, stream } = await connected(testNats());
    const { store } = await openStore(stream);
    await store.run(put('ir.acme', 3));
    await store.run(take('ir.acme', 1));
    await store.run(put('ir.acme', 4));
    const messages = await eventuallyPublished(link, 2);
    expect(messages.map(({ subject, data, stream: of, version }) => ({ subject, data, of, version }))).toEqual([
      {
        subject: `${scope}.evt.wallet.purse.filled.v1.purse-ir%2Eacme`,
        data: { purse_id: 'ir.acme', coins: 3 },
        of: 'purse-ir.acme',
        version: 1,
      },
      {
        subject: `${scope}.evt.wallet.purse.filled.v1.purse-ir%2Eacme`,
        data: { purse_id: 'ir.acme', coins: 4 },
        of: 'purse-ir.acme',
        version: 3,
      },
    ]);
  });

  it('publishes the facts after more private ones than it reads at once', async () => {
    const { link, stream } = await connected(testNats());
    const { store, dataSource } = await openStore(stream);
    await dataSource.query(`insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
      select nextval('log_position'), 'purse-private', n, gen_random_uuid(), 'CoinsTaken', '{"coins":1}', '{}', now()
      from generate_series(1, 2500) n`);
    await store.run(put('after', 1));
    const [{ data }] = (await eventuallyPublished(link, 1)) as [Published];
    expect(data.purse_id).toBe('after');
  });

  it('publishes a fact that was written earlier than another fact but committed later', async () => {
    const { link, stream } = await connected(testNats());
    const open = await openStore(stream);
    const { store } = open;
    const late = new pg.Client({ connectionString: database.url });
    await late.connect();
    ending.push(() => late.end());
    await store.run(put('before', 1));
    await eventuallyPublished(link, 1);
    await late.query('begin');
    await late.query(`insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
      values (nextval('log_position'), 'purse-late', 1, gen_random_uuid(), 'CoinsPut', '{"coins":7,"month":"1405-08"}', '{}', now())`);
    // This commit happens while the older transaction is open, so the relay must not publish it yet.
    await store.run(put('after', 1));
    await logReadTwice(open);
    await late.query('commit');
    const messages = await eventuallyPublished(link, 3);
    expect(messages.map(({ data }) => data.purse_id)).toEqual(['before', 'late', 'after']);
  });

  it('publishes every stream completely and in order while many transactions write, roll back and commit late', async () => {
    const { link, stream } = await connected(testNats());
    const { store } = await openStore(stream);
    const writers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        ending.push(() => client.end());
        return { client, index };
      }),
    );
    let committed = 0;
    let looped = 0;
    const raw = writers.map(async ({ client, index }) => {
      for (let version = 1; version <= 15; version += 1) {
        await client.query('begin');
        await client.query(
          `insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
          values (nextval('log_position'), $1, $2, gen_random_uuid(), 'CoinsPut', '{"coins":1,"month":"1405-08"}', '{}', now())`,
          [`purse-raw${index}`, version],
        );
        await client.query('select pg_sleep($1)', [((index * 7 + version * 3) % 10) / 1_000]);
        await client.query('commit');
        committed += 1;
      }
    });
    const loop = (async () => {
      for (; committed < writers.length * 15; looped += 5)
        await Promise.all(Array.from({ length: 5 }, (_, index) => store.run(put(`loop${(looped + index) % 10}`, 1))));
    })();
    await Promise.all([...raw, loop]);
    const messages = await eventuallyPublished(link, looped + committed);
    const versions = Map.groupBy(messages, (message) => message.stream);
    expect(versions.size).toBe(16);
    for (const [, of] of versions) expect(of.map(({ version }) => version)).toEqual(of.map((_, index) => index + 1));
    expect(new Set(messages.map(({ eventId }) => eventId)).size).toBe(messages.length);
  });

  it('continues at the end of its stream after a restart without publishing a fact twice', async () => {
    const { link, stream } = await connected(testNats());
    const first = await openStore(stream);
    await Promise.all(Array.from({ length: 50 }, (_, index) => first.store.run(put('p', index + 1))));
    await eventuallyPublished(link, 50);
    await first.close();
    const quiet = await openEventStore({ service: 'purse', streams: [purseStream], databaseUrl: database.url });
    await Promise.all(Array.from({ length: 50 }, (_, index) => quiet.store.run(put('p', index + 1))));
    await quiet.close();
    await openStore(await streamOver(link));
    const messages = await eventuallyPublished(link, 100);
    expect(messages.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('runs in one of two processes, and the other one takes over when the first stops', async () => {
    const { link, stream } = await connected(testNats());
    const first = await openStore(stream);
    const second = await openStore((await connected(testNats())).stream);
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second).store.run(put('p', 1))),
    );
    await eventuallyPublished(link, 60);
    await first.close();
    await second.store.run(put('p', 1));
    const messages = await eventuallyPublished(link, 61);
    expect(messages.map(({ version }) => version)).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
  });
});

describe('the stream of public facts', () => {
  it.each([
    ['a part of its messages', 20],
    ['all of its messages', 0],
  ])('is refilled from the log after it lost %s', async (_, surviving) => {
    const folder = mkdtempSync(join(tmpdir(), 'kushk-tail-'));
    ending.push(async () => rmSync(folder, { recursive: true, force: true }));
    const [storeDir, backup] = [join(folder, 'nats'), join(folder, 'backup')];
    const port = await freePort();
    const start = (): Promise<RunningServer> => startNats({ storeDir, port, logFile: join(folder, 'nats.log') });
    let nats = await start();
    ending.push(() => nats.stop());
    const { link, stream } = await connected(nats.url);
    const { store } = await openStore(stream);
    await Promise.all(Array.from({ length: 20 }, () => store.run(put('p', 1))));
    await eventuallyPublished(link, 20);
    if (surviving > 0) {
      // This backup simulates the state of the disk after a power failure.
      await nats.stop();
      cpSync(storeDir, backup, { recursive: true });
      nats = await start();
    }
    await Promise.all(Array.from({ length: 30 }, () => store.run(put('p', 1))));
    await eventuallyPublished(link, 50);
    await nats.stop();
    rmSync(storeDir, { recursive: true, force: true });
    if (surviving > 0) cpSync(backup, storeDir, { recursive: true });
    nats = await start();
    await create(nats.url);
    const messages = await eventuallyPublished(link, 50);
    expect(messages.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (__, index) => index + 1));
  });

  it('is refilled from the log after messages at its end were deleted', async () => {
    const { link, stream } = await connected(testNats());
    const { store } = await openStore(stream);
    await Promise.all(Array.from({ length: 20 }, () => store.run(put('p', 1))));
    await eventuallyPublished(link, 20);
    const manager = await jetstreamManager(link.nats);
    for (let seq = 16; seq <= 20; seq += 1)
      await manager.streams.deleteMessage(`EVT_${scope}_WALLET`.toUpperCase(), seq);
    const messages = await eventuallyPublished(link, 20);
    expect(messages.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });
});
