import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { eventually, publishFacts } from '@kushk/testing';
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

const submitted = 'evt.workspace.proposal.submitted.v1';
const settled = 'evt.workspace.proposal.settled.v1';
const testLimits: BrokerLimits = {
  ...defaultLimits,
  retryDelaysMs: [10, 20, 40],
  ownerTimeoutMs: 2_000,
  checkConsumerEveryMs: 200,
};

interface Seen {
  readonly stream: string;
  readonly n: number;
  readonly context: FactContext;
}
/** Waits until the expectation succeeds. */
const holds = (expectation: () => void, withinMs?: number) => eventually(() => (expectation(), true), withinMs);
type Handler = (data: { n: number }, context: FactContext) => Promise<void>;

describe("a reaction's consumer", () => {
  let scope: string;
  let connections: BrokerConnection[];
  let transports: KushkTransport[];
  let stream: JetStreamFactStream;
  let manager: JetStreamManager;
  let end: number;

  beforeEach(async () => {
    scope = `r${newId('ins').slice(-14)}`;
    connections = [];
    transports = [];
    end = 0;
    const connection = await newConnection();
    manager = await jetstreamManager(connection.nats, { checkAPI: false });
    stream = new JetStreamFactStream(connection, manager, { scope, service: 'workspace' });
    await createStreams({
      url: String(process.env['KUSHK_TEST_NATS_URL']),
      scope,
      services: ['workspace', 'delivery'],
    });
  });
  afterEach(async () => {
    await Promise.all(transports.map((one) => one.close()));
    await Promise.all(connections.map((one) => one.close()));
  });

  async function newConnection(): Promise<BrokerConnection> {
    const connection = await BrokerConnection.connect(String(process.env['KUSHK_TEST_NATS_URL']), 'test');
    connections.push(connection);
    return connection;
  }

  /** Starts a process of the delivery service with one reaction. */
  async function serviceWith(
    handler: Handler,
    { types = [submitted], limits = testLimits }: { types?: readonly string[]; limits?: BrokerLimits } = {},
  ): Promise<{ transport: KushkTransport; connection: BrokerConnection }> {
    const connection = await newConnection();
    const transport = new KushkTransport(connection, { scope, service: 'delivery' }, { limits });
    for (const type of types) transport.addHandler(type, handler as never, true, { reaction: 'on-proposal' });
    await new Promise<void>((resolve, reject) =>
      transport.listen((error) => (error ? reject(error as Error) : resolve())),
    );
    transports.push(transport);
    return { transport, connection };
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
    end = await publishFacts(stream, facts, end);
  }

  function recorder(): { seen: Seen[]; of: (id: string) => number[]; record: Handler } {
    const seen: Seen[] = [];
    const record: Handler = async (data, context) => void seen.push({ stream: context.streamId, n: data.n, context });
    return { seen, record, of: (id) => seen.filter((one) => one.stream === `proposal-${id}`).map((one) => one.n) };
  }

  it('receives no further facts while the data of those in flight is too large', async () => {
    const large = Array.from({ length: 1_200 }, (_, n) => ({
      ...fact(`large-${n}`, n),
      body: JSON.stringify({ n, text: 'x'.repeat(20_000) }),
    }));
    const [tooLarge, further] = [large.slice(0, 100), large.slice(100)];
    const { seen, record } = recorder();
    let isBlocked = true;
    let unblock = (): void => undefined;
    const blocked = new Promise<void>((resolve) => (unblock = resolve));
    await serviceWith(
      async (data, context) => {
        if (isBlocked) await blocked;
        await record(data, context);
      },
      { limits: { ...testLimits, factBytesInFlight: 1_000_000 } },
    );
    const consumerInfo = async () => {
      for await (const info of manager.consumers.list(`EVT_${scope}_WORKSPACE`.toUpperCase())) return info;
      return null;
    };
    await publish(...tooLarge);
    await eventually(async () => (await consumerInfo())?.config.max_ack_pending === 1);
    for (let from = 0; from < further.length; from += 200) await publish(...further.slice(from, from + 200));
    const info = await eventually(consumerInfo);
    // A pull that was under way when the limit came may still get some.
    expect(info.num_pending).toBeGreaterThan(further.length - tooLarge.length);
    expect(info.num_ack_pending + info.num_pending).toBe(large.length);
    isBlocked = false;
    unblock();
    await holds(() => expect(seen).toHaveLength(large.length), 30_000);
    await eventually(async () => (await consumerInfo())?.config.max_ack_pending === testLimits.factsInFlight);
  });

  it('calls the handler with the data, and with a context that includes the trace', async () => {
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

  it('consumes a stream that is created after the consumer starts', async () => {
    const { of, record } = recorder();
    const connection = await newConnection();
    const later = `${scope}l`;
    const transport = new KushkTransport(connection, { scope: later, service: 'delivery' }, { limits: testLimits });
    transport.addHandler(submitted, record as never, true, { reaction: 'on-proposal' });
    await new Promise<void>((resolve) => transport.listen(() => resolve()));
    transports.push(transport);
    const late = new JetStreamFactStream(connection, manager, { scope: later, service: 'workspace' });
    await createStreams({ url: String(process.env['KUSHK_TEST_NATS_URL']), scope: later, services: ['workspace'] });
    await late.publish([{ ...fact('a', 1), subject: `${later}.${submitted}.a` }], 0);
    await holds(() => expect(of('a')).toEqual([1]));
  });

  it('processes the facts of two types of a stream in order while the handler fails for another stream', async () => {
    const { of, seen, record } = recorder();
    let failures = 0;
    await serviceWith(
      async (data, context) => {
        // Fails until the other streams are complete. If it held them up, its first fact would fail too often.
        if (context.streamId === 'proposal-bad' && of('x').length + of('y').length < 100) {
          failures++;
          throw new Error('not yet');
        }
        await record(data, context);
      },
      { types: [submitted, settled], limits: { ...testLimits, retryDelaysMs: Array(1_000).fill(10) } },
    );
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    await publish(
      ...numbers.flatMap((n) => ['bad', 'x', 'y'].map((id) => fact(id, n, { type: n % 2 ? submitted : settled }))),
    );
    await holds(() => expect(seen).toHaveLength(150));
    for (const id of ['bad', 'x', 'y']) expect(of(id)).toEqual(numbers);
    expect(failures).toBeGreaterThan(0);
    expect(seen.slice(0, 100).map((one) => one.stream)).not.toContain('proposal-bad');
  });

  it('redelivers a failed fact with the same event id', async () => {
    const ids: string[] = [];
    await serviceWith(async (_data, context) => {
      ids.push(context.eventId);
      if (ids.length === 1) throw new Error('the first try fails');
    });
    await publish(fact('a', 1));
    await holds(() => expect(ids).toEqual(['evt_a_1', 'evt_a_1']));
  });

  it('parks a fact that always fails, continues with other facts and later replays the parked fact', async () => {
    const { of, seen, record } = recorder();
    let isRepaired = false;
    const { transport } = await serviceWith(async (data, context) => {
      if (context.streamId === 'proposal-poison' && data.n === 1 && !isRepaired)
        throw new TypeError('cannot read\nthe case');
      await record(data, context);
    });
    await publish(fact('poison', 1), fact('poison', 2), fact('a', 1));
    await holds(() => expect(seen).toHaveLength(2));
    expect(of('poison')).toEqual([2]);
    const parkedFacts = await transport.parkedFacts();
    const [parked, ...others] = await parkedFacts.list();
    expect(others).toEqual([]);
    expect(parked).toMatchObject({
      reaction: 'on-proposal',
      eventId: 'evt_poison_1',
      streamId: 'proposal-poison',
      reason: 'TypeError: cannot read the case',
      attempts: 4,
    });
    expect(await parkedFacts.replay()).toMatchObject({ replayed: 0, failed: [{ eventId: 'evt_poison_1' }] });
    isRepaired = true;
    expect(await parkedFacts.replay({ reaction: 'on-proposal' })).toEqual({ replayed: 1, failed: [] });
    expect(of('poison')).toEqual([2, 1]);
    expect(await parkedFacts.list()).toEqual([]);
  });

  it('parks no fact while a dependency is unavailable', async () => {
    const { of, record } = recorder();
    let attempts = 0;
    const { transport } = await serviceWith(async (data, context) => {
      if (++attempts <= 10) throw Object.assign(new Error('the database is unavailable'), { name: 'StoreUnavailable' });
      await record(data, context);
    });
    await publish(fact('a', 1));
    await holds(() => expect(of('a')).toEqual([1]));
    expect(attempts).toBe(11);
    expect(await (await transport.parkedFacts()).list()).toEqual([]);
  });

  it('runs in one process at a time; another process continues in order when that process ends', async () => {
    const first: number[] = [];
    const { of, seen, record } = recorder();
    let finish: () => void = () => undefined;
    const unfinished = new Promise<void>((resolve) => (finish = resolve));
    // Longer than a pause of a loaded machine, during which the consumer must not move.
    const limits = { ...testLimits, ownerTimeoutMs: 6_000 };
    const dead = await serviceWith(
      async (data) => {
        first.push(data.n);
        // From the third fact on the handler never finishes, as in a process that ends during its work.
        if (data.n > 2) await unfinished;
      },
      { limits },
    );
    await publish(fact('a', 1), fact('a', 2));
    await holds(() => expect(first).toEqual([1, 2]));
    await serviceWith(record, { limits });
    await publish(fact('a', 3), fact('b', 3), fact('a', 4));
    await holds(() => expect(first).toHaveLength(4));
    expect(seen).toEqual([]);
    await dead.connection.nats.close();
    await publish(fact('a', 5), fact('b', 4));
    await holds(() => expect(seen).toHaveLength(5), 45_000);
    expect(of('a')).toEqual([3, 4, 5]);
    expect(of('b')).toEqual([3, 4]);
    finish();
  });

  it('keeps the order when a fact fails that was running while its process lost and regained the consumer', async () => {
    const { of, record } = recorder();
    let isFirstAttempt = true;
    let fail: () => void = () => undefined;
    const failure = new Promise<never>((_resolve, reject) => (fail = () => reject(new Error('not yet'))));
    await serviceWith(async (data, context) => {
      if (context.streamId === 'proposal-a' && isFirstAttempt) {
        isFirstAttempt = false;
        await failure;
      }
      await record(data, context);
    });
    await publish(fact('a', 1), fact('a', 2), fact('b', 1));
    await holds(() => expect(of('b')).toEqual([1]));
    const name = `EVT_${scope}_WORKSPACE`.toUpperCase();
    const [consumer] = await manager.consumers.list(name).next();
    await manager.consumers.unpin(name, String(consumer?.name), 'owner');
    await publish(fact('a', 3), fact('b', 2));
    await holds(() => expect(of('b')).toEqual([1, 2]), 30_000);
    fail();
    await holds(() => expect(of('a')).toEqual([1, 2, 3]));
  });

  it('moves to another process at once when its process stops gracefully', async () => {
    const { of, record } = recorder();
    const first = recorder();
    // The timeout for a dead owner is much longer than this test waits. The process must therefore have released the
    // consumer.
    const limits = { ...testLimits, ownerTimeoutMs: 120_000 };
    const leaving = await serviceWith(first.record, { limits });
    await publish(fact('a', 1));
    await holds(() => expect(first.of('a')).toEqual([1]));
    await serviceWith(record, { limits });
    transports.splice(transports.indexOf(leaving.transport), 1);
    await leaving.transport.close();
    await publish(fact('a', 2));
    await holds(() => expect(of('a')).toEqual([2]));
  });
});
