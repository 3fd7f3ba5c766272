import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueFacts, factsForInstances, releasesStream } from '@kushk/contracts';
import type { ConsumerCheckpoint, ConsumerCheckpoints, OutgoingFact } from '@kushk/event-store/fact-stream';
import { readiness } from '@kushk/runtime';
import { eventually, freshNats, type FreshNats } from '@kushk/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import {
  defaultLimits,
  JetStreamFactStream,
  KushkTransport,
  BrokerConnection,
  type BrokerLimits,
  type FactContext,
} from './index.js';
import { factStreamName } from './subjects.js';

const type = catalogueFacts.releaseStatusChanged.subject;
const feed = 'releases on-release-status-changed';
const limits: BrokerLimits = { ...defaultLimits, retryAfterMs: [10, 20], feedPollMs: 100, feedPatienceMs: 300 };

/** A table of places, without the table. */
class Places implements ConsumerCheckpoints {
  place: ConsumerCheckpoint | null = null;
  away = false;

  load(): Promise<ConsumerCheckpoint | null> {
    return this.away ? Promise.reject(new Error('away')) : Promise.resolve(this.place);
  }
  save(_feed: string, place: ConsumerCheckpoint): Promise<void> {
    if (this.away) return Promise.reject(new Error('away'));
    this.place = place;
    return Promise.resolve();
  }
}

describe("following the hub's releases", () => {
  let nats: FreshNats;
  let link: BrokerConnection;
  let manager: JetStreamManager;
  let hub: JetStreamFactStream;
  let end: number;
  let places: Places;
  let seen: number[];
  let stops: (() => Promise<void>)[];

  beforeEach(async () => {
    nats = await freshNats();
    link = await BrokerConnection.connect(nats.url, 'test');
    manager = await jetstreamManager(link.connection, { checkAPI: false });
    hub = new JetStreamFactStream(link, manager, { scope: 'hub', service: 'catalogue', replicas: 1 });
    await hub.prepare();
    [end, places, seen, stops] = [0, new Places(), [], []];
  });
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await link.close();
    await nats.stop();
  });

  const fact = (n: number, of = type): OutgoingFact => ({
    subject: `hub.${of}.release-${n % 7}`,
    eventId: `evt_${n}`,
    headers: { 'Kushk-Stream': `release-${n % 7}` },
    body: JSON.stringify({ n }),
  });
  async function publish(...facts: readonly OutgoingFact[]): Promise<void> {
    end = await hub.publish(facts, end);
  }
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  /** A process of an instance that follows; answers how it stops. */
  async function follow(
    react: (data: { n: number }, context: FactContext) => Promise<void> | void = ({ n }) => void seen.push(n),
    within = limits,
  ): Promise<() => Promise<void>> {
    const own = await BrokerConnection.connect(nats.url, 'follower');
    const transport = new KushkTransport(
      own,
      { scope: 'i1', service: 'installation', streamReplicas: 1 },
      within,
      places,
    );
    transport.addHandler(
      type,
      (async (data: { n: number }, context: FactContext) => react(data, context)) as never,
      true,
      { reaction: 'on-release-status-changed' },
    );
    await new Promise<void>((resolve, reject) =>
      transport.listen((error) => (error ? reject(error as Error) : resolve())),
    );
    let stopped = false;
    const stop = async (): Promise<void> => {
      if (stopped) return;
      stopped = true;
      await transport.close();
      await own.close();
    };
    stops.push(stop);
    return stop;
  }

  it('hears the facts that are for instances, from the first, in the order of each release, and no other', async () => {
    expect(factsForInstances.map(({ subject }) => subject)).toEqual([type]);
    await publish(...numbers(1, 20).map((n) => fact(n)), fact(1_000, catalogueFacts.releaseSubmitted.subject));
    await follow();
    await publish(...numbers(21, 700).map((n) => fact(n)));
    await eventually(() => seen.length >= 700, 10_000);
    expect(seen.toSorted((a, b) => a - b)).toEqual(numbers(1, 700));
    for (const release of numbers(0, 6)) {
      const ofIt = seen.filter((n) => n % 7 === release);
      expect(ofIt).toEqual(ofIt.toSorted((a, b) => a - b));
    }
  });

  it('is rung for, and need not look', async () => {
    await publish(fact(1));
    await follow(undefined, { ...limits, feedPollMs: 60_000 });
    await eventually(() => seen.length === 1);
    await publish(fact(2));
    await eventually(() => seen.length === 2);
  });

  it('takes from the bell what comes next, and asks only where something is missing', async () => {
    await publish(fact(1));
    await follow(undefined, { ...limits, feedPollMs: 60_000 });
    await eventually(() => seen.length === 1);
    let asked = 0;
    link.connection.subscribe(`$JS.API.DIRECT.GET.${releasesStream}`, { callback: () => void (asked += 1) });
    await link.connection.flush();
    for (const n of numbers(2, 50)) {
      await publish(fact(n));
      await eventually(() => seen.length === n);
    }
    expect(asked).toBeLessThan(5);
    // A bell that nobody hears: what it rang for is found with the next one.
    await manager.streams.update(releasesStream, { republish: { src: 'nowhere', dest: 'hub.released.nowhere' } });
    await publish(fact(51), fact(52));
    await manager.streams.update(releasesStream, { republish: { src: '>', dest: 'hub.released.>' } });
    await publish(fact(53));
    await eventually(() => seen.length === 53);
    expect(seen).toEqual(numbers(1, 53));
    expect(asked).toBeGreaterThan(0);
  });

  it('reads what a bell only rings for: that of a hub from before brings nothing', async () => {
    await manager.streams.update(releasesStream, {
      republish: { src: '>', dest: 'hub.released.>', headers_only: true },
    });
    await follow(undefined, { ...limits, feedPollMs: 60_000 });
    for (const n of numbers(1, 3)) {
      await publish(fact(n));
      await eventually(() => seen.length === n);
    }
    expect(seen).toEqual([1, 2, 3]);
  });

  it('misses no bell that rings while it reads', async () => {
    await follow(undefined, { ...limits, feedPollMs: 60_000 });
    // Many times, because the last bell has to ring in the moment between the end of a reading and the rest after it.
    for (let n = 0; n < 900; n += 3) {
      for (const each of numbers(n + 1, n + 3)) await publish(fact(each));
      await eventually(() => seen.length === n + 3);
    }
  });

  it('goes on where it was, after any downtime', async () => {
    const stop = await follow();
    await publish(...numbers(1, 10).map((n) => fact(n)));
    await eventually(() => seen.length === 10);
    await stop();
    expect(places.place).toEqual({ sequence: 10, eventId: 'evt_10' });
    await publish(...numbers(11, 30).map((n) => fact(n)));
    await follow();
    await eventually(() => seen.length >= 30);
    expect(seen.slice(10).toSorted((a, b) => a - b)).toEqual(numbers(11, 30));
  });

  it('passes its place on only behind what is taken in, and takes the rest again after a stop', async () => {
    let held: () => void = () => undefined;
    const stop = await follow(async ({ n }) => {
      seen.push(n);
      if (n === 2) await new Promise<void>((resolve) => (held = resolve));
    });
    await publish(...numbers(1, 5).map((n) => fact(n)));
    await eventually(() => seen.length === 5 && places.place?.sequence === 1);
    held();
    await eventually(() => places.place?.sequence === 5);
    await stop();
  });

  it('reads a feed that was made anew from its beginning', async () => {
    const stop = await follow();
    await publish(...numbers(1, 3).map((n) => fact(n)));
    await eventually(() => seen.length === 3);
    await stop();
    for (const name of [releasesStream, factStreamName('hub', 'catalogue')]) await manager.streams.delete(name);
    await hub.prepare();
    end = 0;
    await publish(...numbers(11, 15).map((n) => fact(n)));
    await follow();
    await eventually(() => seen.length === 8);
    expect(seen.slice(3).toSorted((a, b) => a - b)).toEqual(numbers(11, 15));
    await eventually(() => places.place?.eventId === 'evt_15');
  });

  it('sets aside what a defect keeps it from taking in, and goes on', async () => {
    await follow(({ n }) => {
      if (n === 2) throw new TypeError('a defect');
      seen.push(n);
    });
    await publish(fact(1), fact(2), fact(9), fact(16));
    await eventually(() => places.place?.sequence === 4);
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 9, 16]);
    expect((await manager.streams.info('PARKED_I1')).state.messages).toBe(1);
  });

  it('says when the hub does not answer, and when it answers and nothing gets on', async () => {
    let away = true;
    await follow(({ n }) => {
      if (away && n === 2) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
      seen.push(n);
    });
    const said = async () => (await readiness()).details[feed] ?? '';
    await publish(fact(1));
    await eventually(async () => /^level at 1,/.test(await said()));
    await publish(fact(2));
    await eventually(async () => /^wedged: 1 of 2 taken in/.test(await said()));
    expect((await readiness()).checks['nats']).toBe('ok');
    away = false;
    await eventually(async () => /^level at 2,/.test(await said()), 10_000);
    await manager.streams.delete(releasesStream);
    await eventually(async () => /^stale: the hub has not answered/.test(await said()));
    await hub.prepare();
    await eventually(async () => /^level at 2,/.test(await said()), 10_000);
  });
});
