import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStreams, BrokerConnection, JetStreamFactStream } from '@kushk/broker';
import { freePort, startNats } from '@kushk/embedded';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { purseFilled } from '../../test/purse.public.js';
import { put, purseStream } from '../../test/purse.js';
import type { StoreMeasure } from '../definition.js';
import { openEventStore, type OpenStore } from '../open.js';
import { ParkedOutbox } from './parked-outbox.js';
import { asPublicFact, publicationOf } from './publication.js';

let database: FreshDatabase;
let scope: string;
let ending: (() => Promise<unknown>)[];
/** What the next translation of a fact returns; 13 and 14 coins make it throw and 8 produce a message of 9 MB. */
let isFixed: boolean;
let lagsMs: number[];
let unpublished: number;

const publication = publicationOf(purseStream, ({ id, data: { coins } }) => {
  if (coins === 14) throw new RangeError('no coins \u0000 but a \ud800');
  if (coins === 13 && !isFixed) throw new RangeError('thirteen coins have no public form');
  return asPublicFact(purseFilled, { purse_id: coins === 8 && !isFixed ? 'x'.repeat(9_000_000) : id, coins });
});

const measure: StoreMeasure = {
  commandDecided: () => undefined,
  factsRelayed: () => undefined,
  relayLagMs: (lagMs) => lagsMs.push(lagMs),
  logBehindStream: () => undefined,
  factsUnpublished: (count) => (unpublished = count),
  maintained: () => undefined,
  clockOffsetMs: () => undefined,
  storedBytes: () => undefined,
};

beforeEach(async () => {
  ending = [];
  lagsMs = [];
  unpublished = 0;
  isFixed = false;
  database = await freshDatabase('purse');
  scope = `t${randomBytes(4).toString('hex')}`;
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await database.drop();
});

async function openRelay(url: string): Promise<{ open: OpenStore; coins: () => Promise<number[]> }> {
  await createStreams({ url, scope, services: ['wallet'] });
  const connection = await BrokerConnection.connect(url, 'relay-spec');
  ending.push(() => connection.close());
  const manager = await jetstreamManager(connection.nats, { checkAPI: false });
  const stream = new JetStreamFactStream(connection, manager, { scope, service: 'wallet' });
  const open = await openEventStore({
    service: 'purse',
    streams: [purseStream],
    publications: [publication],
    databaseUrl: database.url,
    facts: { stream, scope },
    measure,
  });
  ending.push(() => open.close());
  const name = `EVT_${scope}_WALLET`.toUpperCase();
  const coins = async (): Promise<number[]> => {
    const { state } = await manager.streams.info(name);
    const read: number[] = [];
    for (let seq = 1; seq <= state.last_seq; seq += 1)
      read.push((await manager.streams.getMessage(name, { seq }))?.json<{ coins: number }>().coins ?? 0);
    return read;
  };
  return { open, coins };
}

async function eventuallyPasses(check: () => Promise<unknown>): Promise<void> {
  await eventually(async () => {
    await check();
    return true;
  });
}

const testNats = (): string => process.env['KUSHK_TEST_NATS_URL'] as string;

describe('a fact that the relay cannot publish', () => {
  it('is parked with its reason, and the facts after it are published', async () => {
    const { open, coins } = await openRelay(testNats());
    for (const amount of [1, 13, 2, 8, 3]) await open.store.run(put('p', amount));
    await eventuallyPasses(async () => expect(await coins()).toEqual([1, 2, 3]));
    const parked = await new ParkedOutbox(open.dataSource).list();
    expect(parked).toMatchObject([
      { streamId: 'purse-p', version: 2, reason: 'RangeError: thirteen coins have no public form', attempts: 1 },
      { streamId: 'purse-p', version: 4, reason: expect.stringMatching(/^the message has 9\d{6} bytes, NATS accepts/) },
    ]);
    await eventuallyPasses(() => Promise.resolve(expect(unpublished).toBe(2)));
  });

  it('is parked whatever its error text contains', async () => {
    const { open, coins } = await openRelay(testNats());
    for (const amount of [14, 2]) await open.store.run(put('p', amount));
    await eventuallyPasses(async () => expect(await coins()).toEqual([2]));
    const parked = await new ParkedOutbox(open.dataSource).list();
    expect(parked.map(({ reason }) => reason)).toEqual(['RangeError: no coins \ufffd but a \ufffd']);
  });

  it('stays parked while a replay fails, and is published once the cause is fixed', async () => {
    const first = await openRelay(testNats());
    for (const amount of [1, 13, 2]) await first.open.store.run(put('p', amount));
    await eventuallyPasses(async () => expect(await first.coins()).toEqual([1, 2]));
    await first.open.close();
    const { open, coins } = await openRelay(testNats());
    const outbox = new ParkedOutbox(open.dataSource);
    const [parked] = await outbox.list();
    expect(await outbox.requestReplay({ eventId: parked?.eventId ?? '' })).toBe(1);
    await eventuallyPasses(async () =>
      expect(await outbox.list()).toMatchObject([{ attempts: 2, isReplayRequested: false }]),
    );
    isFixed = true;
    await outbox.requestReplay();
    await eventuallyPasses(async () => expect(await outbox.list()).toEqual([]));
    await open.store.run(put('p', 4));
    await eventuallyPasses(async () => expect(await coins()).toEqual([1, 2, 13, 4]));
    // The replayed message is now the newest one of the stream, and a restarted relay continues at its cursor.
    await open.close();
    const again = await openRelay(testNats());
    await again.open.store.run(put('p', 5));
    await eventuallyPasses(async () => expect(await again.coins()).toEqual([1, 2, 13, 4, 5]));
  });
});

describe('the lag of the relay', () => {
  it('grows while NATS is unavailable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kushk-lag-'));
    ending.push(async () => rmSync(folder, { recursive: true, force: true }));
    const nats = await startNats({ storeDir: folder, port: await freePort(), logFile: join(folder, 'nats.log') });
    ending.push(() => nats.stop());
    const { open } = await openRelay(nats.url);
    await eventuallyPasses(() => Promise.resolve(expect(lagsMs.at(-1)).toBe(0)));
    await nats.stop();
    await open.store.run(put('p', 1));
    await eventuallyPasses(() => Promise.resolve(expect(lagsMs.at(-1)).toBeGreaterThan(1_500)));
  });
});
