import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import {
  defaultLimits,
  JetStreamFactStream,
  KushkTransport,
  BrokerConnection,
  type BrokerLimits,
  type FactContext,
} from './index.js';

const submitted = 'evt.workspace.proposal.submitted.v1';
const settled = 'evt.workspace.proposal.settled.v1';
const limits: BrokerLimits = { ...defaultLimits, retryAfterMs: [10, 20, 40], ownerSilenceMs: 2_000, lookAfterMs: 200 };

interface Seen {
  readonly stream: string;
  readonly n: number;
  readonly context: FactContext;
}
/** Waits until the expectation no longer fails. */
const holds = (expectation: () => void, withinMs?: number) => eventually(() => (expectation(), true), withinMs);
type Handler = (data: { n: number }, context: FactContext) => Promise<void>;

describe('reacting to facts', () => {
  let scope: string;
  let links: BrokerConnection[];
  let transports: KushkTransport[];
  let stream: JetStreamFactStream;
  let manager: JetStreamManager;
  let end: number;

  beforeEach(async () => {
    scope = `r${newId('ins').slice(-14)}`;
    links = [];
    transports = [];
    end = 0;
    const link = await newLink();
    manager = await jetstreamManager(link.connection, { checkAPI: false });
    stream = new JetStreamFactStream(link, manager, { scope, service: 'workspace', replicas: 1 });
    await stream.prepare();
  });
  afterEach(async () => {
    await Promise.all(transports.map((one) => one.close()));
    await Promise.all(links.map((one) => one.close()));
  });

  async function newLink(): Promise<BrokerConnection> {
    const link = await BrokerConnection.connect(String(process.env['KUSHK_TEST_NATS_URL']), 'test');
    links.push(link);
    return link;
  }

  /** A process of the delivery service with one reaction. */
  async function serviceWith(
    handler: Handler,
    types = [submitted],
    reaction = 'on-proposal',
  ): Promise<{ transport: KushkTransport; link: BrokerConnection }> {
    const link = await newLink();
    const transport = new KushkTransport(link, { scope, service: 'delivery', streamReplicas: 1 }, limits);
    for (const type of types) transport.addHandler(type, handler as never, true, { reaction });
    await new Promise<void>((resolve, reject) =>
      transport.listen((error) => (error ? reject(error as Error) : resolve())),
    );
    transports.push(transport);
    return { transport, link };
  }

  function fact(id: string, n: number, more: { type?: string; traceparent?: string } = {}): OutgoingFact {
    const type = more.type ?? submitted;
    return {
      subject: `${scope}.${type}.${id}`,
      eventId: `evt_${id}_${n}`,
      body: JSON.stringify({ n }),
      headers: {
        [factHeaders.stream]: `proposal-${id}`,
        [factHeaders.at]: '2026-11-20T10:00:00.000Z',
        ...(more.traceparent && { traceparent: more.traceparent }),
      },
    };
  }

  async function publish(...facts: OutgoingFact[]): Promise<void> {
    end = await stream.publish(facts, end);
  }

  function recorder(): { seen: Seen[]; of: (id: string) => number[]; record: Handler } {
    const seen: Seen[] = [];
    const record: Handler = async (data, context) => void seen.push({ stream: context.streamId, n: data.n, context });
    return { seen, record, of: (id) => seen.filter((one) => one.stream === `proposal-${id}`).map((one) => one.n) };
  }

  it('hands over the fact with its context, trace included', async () => {
    const { seen, record } = recorder();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await serviceWith(record);
    await publish(fact('a', 1, { traceparent }));
    await holds(() => expect(seen).toHaveLength(1));
    expect(seen[0]).toEqual({
      stream: 'proposal-a',
      n: 1,
      context: {
        scope,
        eventId: 'evt_a_1',
        streamId: 'proposal-a',
        type: submitted,
        at: new Date('2026-11-20T10:00:00.000Z'),
        sequence: 1,
        traceparent,
      },
    });
  });

  it('waits for a stream that its publisher has not made yet', async () => {
    const { of, record } = recorder();
    const link = await newLink();
    const later = `${scope}l`;
    const transport = new KushkTransport(link, { scope: later, service: 'delivery', streamReplicas: 1 }, limits);
    transport.addHandler(submitted, record as never, true, { reaction: 'on-proposal' });
    await new Promise<void>((resolve) => transport.listen(() => resolve()));
    transports.push(transport);
    const late = new JetStreamFactStream(link, manager, { scope: later, service: 'workspace', replicas: 1 });
    await late.prepare();
    await late.publish([{ ...fact('a', 1), subject: `${later}.${submitted}.a` }], 0);
    await holds(() => expect(of('a')).toEqual([1]));
  });

  it('keeps the order of each stream, across types, while the handler of one stream fails', async () => {
    const { of, seen, record } = recorder();
    let failures = 0;
    await serviceWith(
      async (data, context) => {
        if (context.streamId === 'proposal-bad' && failures < 3) {
          failures++;
          throw new Error('not yet');
        }
        await record(data, context);
      },
      [submitted, settled],
    );
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    await publish(
      ...numbers.flatMap((n) => ['bad', 'x', 'y'].map((id) => fact(id, n, { type: n % 2 ? submitted : settled }))),
    );
    await holds(() => expect(seen).toHaveLength(150));
    for (const id of ['bad', 'x', 'y']) expect(of(id)).toEqual(numbers);
    const firstBad = seen.findIndex((one) => one.stream === 'proposal-bad');
    expect(seen.slice(0, firstBad).filter((one) => one.stream === 'proposal-x')).toHaveLength(50);
    expect(failures).toBe(3);
  });

  it('reports what it delivers again under the same event id', async () => {
    const ids: string[] = [];
    await serviceWith(async (_data, context) => {
      ids.push(context.eventId);
      if (ids.length === 1) throw new Error('the first try fails');
    });
    await publish(fact('a', 1));
    await holds(() => expect(ids).toEqual(['evt_a_1', 'evt_a_1']));
  });

  it('parks poison with its reason, goes on with the others, and replays it', async () => {
    const { of, seen, record } = recorder();
    let cured = false;
    const { transport } = await serviceWith(async (data, context) => {
      if (context.streamId === 'proposal-poison' && data.n === 1 && !cured)
        throw new TypeError('cannot read\nthe case');
      await record(data, context);
    });
    await publish(fact('poison', 1), fact('poison', 2), fact('a', 1));
    await holds(() => expect(seen).toHaveLength(2));
    expect(of('poison')).toEqual([2]);
    const [parked, ...others] = await transport.parkedFacts();
    expect(others).toEqual([]);
    expect(parked).toMatchObject({
      reaction: 'on-proposal',
      eventId: 'evt_poison_1',
      streamId: 'proposal-poison',
      reason: 'TypeError: cannot read the case',
      attempts: 4,
    });
    expect(await transport.replayParked()).toMatchObject({ replayed: 0, failed: [{ eventId: 'evt_poison_1' }] });
    cured = true;
    expect(await transport.replayParked({ reaction: 'on-proposal' })).toEqual({ replayed: 1, failed: [] });
    expect(of('poison')).toEqual([2, 1]);
    expect(await transport.parkedFacts()).toEqual([]);
  });

  it('parks nothing while a part is away, however long', async () => {
    const { of, record } = recorder();
    let tries = 0;
    const { transport } = await serviceWith(async (data, context) => {
      if (++tries <= 10) throw Object.assign(new Error('the database is away'), { name: 'StoreUnavailable' });
      await record(data, context);
    });
    await publish(fact('a', 1));
    await holds(() => expect(of('a')).toEqual([1]));
    expect(tries).toBe(11);
    expect(await transport.parkedFacts()).toEqual([]);
  });

  it('lets one process of a service handle the facts, and another take over in order when it dies', async () => {
    const first: number[] = [];
    const { of, seen, record } = recorder();
    let bury: () => void = () => undefined;
    const dying = new Promise<void>((resolve) => (bury = resolve));
    const dead = await serviceWith(async (data) => {
      first.push(data.n);
      // From the third on it does not finish: a process that dies in mid-work.
      if (data.n > 2) await dying;
    });
    await publish(fact('a', 1), fact('a', 2));
    await holds(() => expect(first).toEqual([1, 2]));
    await serviceWith(record);
    await publish(fact('a', 3), fact('b', 3), fact('a', 4));
    await holds(() => expect(first).toHaveLength(4));
    expect(seen).toEqual([]);
    await dead.link.connection.close();
    await publish(fact('a', 5), fact('b', 4));
    await holds(() => expect(seen).toHaveLength(5), 20_000);
    expect(of('a')).toEqual([3, 4, 5]);
    expect(of('b')).toEqual([3, 4]);
    bury();
  });

  it('hands over at once when a process stops in order', async () => {
    const { of, record } = recorder();
    const first = recorder();
    const leaving = await serviceWith(first.record);
    await publish(fact('a', 1));
    await holds(() => expect(first.of('a')).toEqual([1]));
    await serviceWith(record);
    transports.splice(transports.indexOf(leaving.transport), 1);
    await leaving.transport.close();
    const leftAt = Date.now();
    await publish(fact('a', 2));
    await holds(() => expect(of('a')).toEqual([2]));
    expect(Date.now() - leftAt).toBeLessThan(1_500);
  });
});
