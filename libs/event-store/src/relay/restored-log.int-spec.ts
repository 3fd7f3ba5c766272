import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerConnection, createStreams, JetStreamFactStream, resetStreams } from '@kushk/broker';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { purseStream, put } from '../../test/purse.js';
import { pursePublication } from '../../test/purse.public.js';
import { openEventStore, type OpenStore } from '../open.js';
import { factHeaders } from './fact-stream.js';

const natsUrl = process.env['KUSHK_TEST_NATS_URL'] as string;
const tables = ['log_events', 'log_streams', 'log_relay', 'log_idempotency'] as const;

let database: FreshDatabase;
let link: BrokerConnection;
let manager: JetStreamManager;
let scope: string;
let name: string;
let open: OpenStore | null;
let errors: string[];
let logged: string[];

beforeEach(async () => {
  database = await freshDatabase('purse');
  scope = `t${randomBytes(4).toString('hex')}`;
  name = `EVT_${scope}_WALLET`.toUpperCase();
  await createStreams({ url: natsUrl, scope, services: ['wallet'] });
  link = await BrokerConnection.connect(natsUrl, 'restored-log-spec');
  manager = await jetstreamManager(link.nats, { checkAPI: false });
  errors = [];
  logged = [];
  open = null;
});
afterEach(async () => {
  await open?.close();
  await link.close();
  await database.drop();
});

async function start(): Promise<OpenStore> {
  const note = (fields: object): void => void logged.push(inspect(fields));
  open = await openEventStore({
    service: 'wallet',
    streams: [purseStream],
    publications: [pursePublication],
    databaseUrl: database.url,
    facts: { stream: new JetStreamFactStream(link, manager, { scope, service: 'wallet' }), scope },
    log: { info: note, warn: note, error: (_fields, message) => void errors.push(message) },
  });
  return open;
}

async function store(from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 1) await open!.store.run(put(`p${n}`, 1));
}

async function messages(): Promise<{ readonly stream: string; readonly epoch: string }[]> {
  const { state } = await manager.streams.info(name);
  const found = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(name, { seq });
    if (message === null) continue;
    found.push({ stream: message.header.get(factHeaders.stream), epoch: message.header.get(factHeaders.epoch) });
  }
  return found;
}

const published = (count: number) =>
  eventually(async () => {
    const { messages, last_seq } = (await manager.streams.info(name)).state;
    if (messages === count) return true;
    throw new Error(`${messages} messages up to ${last_seq}, and the relay logged: ${logged.slice(-3).join()}`);
  });

/** Copies the tables of the log, or puts the copies back, as a restore of PostgreSQL does. */
async function copyLog({ dataSource }: OpenStore): Promise<void> {
  for (const table of tables) await dataSource.query(`create table copy_of_${table} as select * from ${table}`);
}
async function restoreLog({ dataSource }: OpenStore): Promise<void> {
  await dataSource.query('alter table copy_of_log_events drop column data_bytes');
  for (const table of tables) {
    const [{ columns }] = await dataSource.query<[{ columns: string }]>(
      `select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
        where attrelid = 'copy_of_${table}'::regclass and attnum > 0 and not attisdropped`,
    );
    await dataSource.query(`delete from ${table}`);
    await dataSource.query(`insert into ${table} (${columns}) select ${columns} from copy_of_${table}`);
  }
}

describe('a log that lost published facts', () => {
  it('stops the relay, and the reset of its stream publishes every fact that is left, and no other', async () => {
    const first = await start();
    await store(1, 3);
    await published(3);
    await copyLog(first);
    await store(4, 6);
    await published(6);
    await first.relay?.stop();
    await restoreLog(first);
    await first.close();

    const { relay } = await start();
    await eventually(() => errors.length > 0);
    await store(7, 9);
    expect(errors).toEqual([expect.stringContaining('kushk-deploy streams reset --service wallet')]);
    expect(() => relay?.check()).toThrow('kushk-deploy streams reset --service wallet');
    expect((await manager.streams.info(name)).state.last_seq).toBe(6);

    await resetStreams({ url: natsUrl, scope, services: ['wallet'] });
    await published(6);
    const found = await messages();
    expect(found.map(({ stream }) => stream)).toEqual([1, 2, 3, 7, 8, 9].map((n) => `purse-p${n}`));
    expect(new Set(found.map(({ epoch }) => epoch)).size).toBe(1);
    expect(Number(found[0]?.epoch)).toBeGreaterThan(0);
    expect(() => relay?.check()).not.toThrow();
    expect((await manager.streams.info(name)).state.last_seq).toBe(12);
  });

  it('is published again by a reset while its relay runs and nothing is lost', async () => {
    await start();
    await store(1, 3);
    await published(3);
    await resetStreams({ url: natsUrl, scope, services: ['wallet'] });
    await store(4, 4);
    await eventually(async () => {
      const found = await messages();
      const all = new Set(found.map(({ stream }) => stream));
      return all.size === 4 && found.at(-1)?.epoch !== '0' ? true : null;
    });
  });
});
