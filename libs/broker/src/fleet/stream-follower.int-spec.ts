import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueFacts, factsForInstances, releasesStream, factStreamName } from '@kushk/contracts';
import type { ConsumerCheckpoint, ConsumerCheckpoints, OutgoingFact } from '@kushk/event-store/fact-stream';
import { readiness } from '@kushk/runtime';
import { eventually, freshNats, publishFacts, type FreshNats } from '@kushk/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import {
  createStreams,
  defaultLimits,
  JetStreamFactStream,
  KushkTransport,
  BrokerConnection,
  type BrokerLimits,
  type FactContext,
} from '../index.js';

const type = catalogueFacts.releaseStatusChanged.subject;
const consumer = 'releases on-release-status-changed';
const limits: BrokerLimits = {
  ...defaultLimits,
  retryDelaysMs: [10, 20],
  pollReplicaEveryMs: 100,
  replicaStaleAfterMs: 300,
};

/** Checkpoints in memory. */
class MemoryCheckpoints implements ConsumerCheckpoints {
  saved: ConsumerCheckpoint | null = null;
  away = false;
  private isSameRun = true;

  /** As a restore of the database does. */
  goBackTo(checkpoint: ConsumerCheckpoint): void {
    [this.saved, this.isSameRun] = [checkpoint, false];
  }
  load(): Promise<ConsumerCheckpoint | null> {
    if (this.away) return Promise.reject(new Error('away'));
    this.isSameRun = true;
    return Promise.resolve(this.saved);
  }
  save(_consumer: string, checkpoint: ConsumerCheckpoint): Promise<boolean> {
    if (this.away) return Promise.reject(new Error('away'));
    if (this.isSameRun) this.saved = checkpoint;
    return Promise.resolve(this.isSameRun);
  }
  isCurrent(): Promise<boolean> {
    return this.away ? Promise.reject(new Error('away')) : Promise.resolve(this.isSameRun);
  }
}

describe("StreamFollower for the hub's stream of releases", () => {
  let nats: FreshNats;
  let connection: BrokerConnection;
  let manager: JetStreamManager;
  let hub: JetStreamFactStream;
  let end: number;
  let checkpoints: MemoryCheckpoints;
  let seen: number[];
  let stops: (() => Promise<void>)[];

  beforeEach(async () => {
    nats = await freshNats();
    connection = await BrokerConnection.connect(nats.url, 'test');
    manager = await jetstreamManager(connection.nats, { checkAPI: false });
    hub = new JetStreamFactStream(connection, manager, { scope: 'hub', service: 'catalogue' });
    await createHubStreams();
    await createStreams({ url: nats.url, scope: 'i1', services: ['installation'] });
    [end, checkpoints, seen, stops] = [0, new MemoryCheckpoints(), [], []];
  });
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await connection.close();
    await nats.stop();
  });

  const createHubStreams = () => createStreams({ url: nats.url, scope: 'hub', services: ['catalogue'] });

  const fact = (n: number, of = type): OutgoingFact => ({
    subject: `hub.${of}.release-${n % 7}`,
    eventId: `evt_${n}`,
    headers: { 'Kushk-Stream': `release-${n % 7}` },
    body: JSON.stringify({ n }),
  });
  async function publish(...facts: readonly OutgoingFact[]): Promise<void> {
    end = await publishFacts(hub, facts, end);
  }
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  /** Starts a process of an instance that follows the stream of releases. Returns a function that stops the process. */
  async function follow(
    react: (data: { n: number }, context: FactContext) => Promise<void> | void = ({ n }) => void seen.push(n),
    followerLimits = limits,
  ): Promise<() => Promise<void>> {
    const own = await BrokerConnection.connect(nats.url, 'follower');
    const transport = new KushkTransport(
      own,
      { scope: 'i1', service: 'installation' },
      { limits: followerLimits, checkpoints },
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

  it('processes all facts for instances and no others, in order per release', async () => {
    expect(factsForInstances.map(({ subject }) => subject)).toEqual([
      type,
      catalogueFacts.deprecationChanged.subject,
      catalogueFacts.accessEnded.subject,
      catalogueFacts.rolloutChanged.subject,
    ]);
    await publish(...numbers(1, 20).map((n) => fact(n)), fact(1_000, catalogueFacts.releaseSubmitted.subject));
    await follow();
    await publish(...numbers(21, 700).map((n) => fact(n)));
    await eventually(() => seen.length >= 700, 30_000);
    expect(seen.toSorted((a, b) => a - b)).toEqual(numbers(1, 700));
    for (const release of numbers(0, 6)) {
      const ofIt = seen.filter((n) => n % 7 === release);
      expect(ofIt).toEqual(ofIt.toSorted((a, b) => a - b));
    }
  });

  it('processes a new fact when its notification arrives, without waiting for the next poll', async () => {
    await publish(fact(1));
    await follow(undefined, { ...limits, pollReplicaEveryMs: 60_000 });
    await eventually(() => seen.length === 1);
    await publish(fact(2));
    await eventually(() => seen.length === 2);
  });

  it('takes the next fact from its notification, and reads the stream only for facts that it missed', async () => {
    await publish(fact(1));
    await follow(undefined, { ...limits, pollReplicaEveryMs: 60_000 });
    await eventually(() => seen.length === 1);
    let reads = 0;
    connection.nats.subscribe(`$JS.API.DIRECT.GET.${releasesStream}`, { callback: () => void (reads += 1) });
    await connection.nats.flush();
    for (const n of numbers(2, 50)) {
      await publish(fact(n));
      await eventually(() => seen.length === n);
    }
    expect(reads).toBeLessThan(5);
    // One notification is lost; the next one makes the follower read the facts in between.
    await manager.streams.update(releasesStream, { republish: { src: 'nowhere', dest: 'hub.released.nowhere' } });
    await publish(fact(51), fact(52));
    await manager.streams.update(releasesStream, { republish: { src: '>', dest: 'hub.released.>' } });
    await publish(fact(53));
    await eventually(() => seen.length === 53);
    expect(seen).toEqual(numbers(1, 53));
    expect(reads).toBeGreaterThan(0);
  });

  it('reads a fact whose notification contains headers only', async () => {
    await manager.streams.update(releasesStream, {
      republish: { src: '>', dest: 'hub.released.>', headers_only: true },
    });
    await follow(undefined, { ...limits, pollReplicaEveryMs: 60_000 });
    for (const n of numbers(1, 3)) {
      await publish(fact(n));
      await eventually(() => seen.length === n);
    }
    expect(seen).toEqual([1, 2, 3]);
  });

  it('misses no notification that arrives during a read', async () => {
    await follow(undefined, { ...limits, pollReplicaEveryMs: 60_000 });
    // Repeated many times, because the last notification must arrive between the end of a read and the wait that
    // follows.
    for (let n = 0; n < 900; n += 3) {
      for (const each of numbers(n + 1, n + 3)) await publish(fact(each));
      await eventually(() => seen.length === n + 3);
    }
  });

  it('continues at its checkpoint after a downtime', async () => {
    const stop = await follow();
    await publish(...numbers(1, 10).map((n) => fact(n)));
    await eventually(() => seen.length === 10);
    await stop();
    expect(checkpoints.saved).toEqual({ sequence: 10, eventId: 'evt_10' });
    await publish(...numbers(11, 30).map((n) => fact(n)));
    await follow();
    await eventually(() => seen.length >= 30);
    expect(seen.slice(10).toSorted((a, b) => a - b)).toEqual(numbers(11, 30));
  });

  it('processes again what its store has lost, also when a new fact comes first', async () => {
    await follow();
    await publish(...numbers(1, 3).map((n) => fact(n)));
    await eventually(() => checkpoints.saved?.sequence === 3);
    checkpoints.goBackTo({ sequence: 1, eventId: 'evt_1' });
    await publish(fact(4));
    await eventually(() => checkpoints.saved?.sequence === 4);
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 2, 3, 3, 4, 4]);
  });

  it('advances its checkpoint only past processed facts', async () => {
    let held: () => void = () => undefined;
    const stop = await follow(async ({ n }) => {
      seen.push(n);
      if (n === 2) await new Promise<void>((resolve) => (held = resolve));
    });
    await publish(...numbers(1, 5).map((n) => fact(n)));
    await eventually(() => seen.length === 5 && checkpoints.saved?.sequence === 1);
    held();
    await eventually(() => checkpoints.saved?.sequence === 5);
    await stop();
  });

  it('reads a stream from its beginning after the stream was recreated', async () => {
    const stop = await follow();
    await publish(...numbers(1, 3).map((n) => fact(n)));
    await eventually(() => seen.length === 3);
    await stop();
    for (const name of [releasesStream, factStreamName('hub', 'catalogue')]) await manager.streams.delete(name);
    await createHubStreams();
    end = 0;
    await publish(...numbers(11, 15).map((n) => fact(n)));
    await follow();
    await eventually(() => seen.length === 8);
    expect(seen.slice(3).toSorted((a, b) => a - b)).toEqual(numbers(11, 15));
    await eventually(() => checkpoints.saved?.eventId === 'evt_15');
  });

  it('reads a recreated stream from its beginning although its own connection stayed', async () => {
    await follow();
    await publish(...numbers(1, 3).map((n) => fact(n)));
    await eventually(() => seen.length === 3);
    for (const name of [releasesStream, factStreamName('hub', 'catalogue')]) await manager.streams.delete(name);
    await eventually(async () => (await readiness()).details[consumer]?.startsWith('unreachable'));
    await createHubStreams();
    end = 0;
    await publish(fact(11), fact(12));
    await eventually(() => seen.length === 5);
  });

  it('parks a fact that its handler cannot process, and continues with the next fact', async () => {
    await follow(({ n }) => {
      if (n === 2) throw new TypeError('defect');
      seen.push(n);
    });
    await publish(fact(1), fact(2), fact(9), fact(16));
    await eventually(() => checkpoints.saved?.sequence === 4);
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 9, 16]);
    expect((await manager.streams.info('PARKED_I1_INSTALLATION')).state.messages).toBe(1);
  });

  it('reports a hub that does not respond, and a reaction that makes no progress', async () => {
    let away = true;
    await follow(({ n }) => {
      if (away && n === 2) throw Object.assign(new Error('the database is unavailable'), { code: 'ECONNREFUSED' });
      seen.push(n);
    });
    const status = async () => (await readiness()).details[consumer] ?? '';
    await publish(fact(1));
    await eventually(async () => /^current: 1 processed/.test(await status()));
    await publish(fact(2));
    await eventually(async () => /^stalled: 1 of 2 processed/.test(await status()));
    expect((await readiness()).checks['nats']).toBe('ok');
    away = false;
    await eventually(async () => /^current: 2 processed/.test(await status()), 30_000);
    await manager.streams.delete(releasesStream);
    await eventually(async () => /^unreachable: no response/.test(await status()));
    await createHubStreams();
    await eventually(async () => /^current: 2 processed/.test(await status()), 30_000);
  });
});
