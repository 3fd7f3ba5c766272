import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PrerequisiteMissing } from '@kushk/decider';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { metrics, newId } from '@kushk/runtime';
import { eventually, publishFacts } from '@kushk/testing';
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import {
  createStreams,
  BrokerConnection,
  defaultLimits,
  JetStreamFactStream,
  KushkTransport,
  type BrokerLimits,
  type FactContext,
} from '../index.js';
import { WaitingFacts } from './waiting-facts.js';

const submitted = 'evt.workspace.proposal.submitted.v1';
const testLimits: BrokerLimits = {
  ...defaultLimits,
  retryDelaysMs: [5, 10],
  checkConsumerEveryMs: 50,
  retryWaitingEveryMs: 50,
  factsInFlight: 16,
};

describe('a fact that arrives before the fact that it depends on', () => {
  let scope: string;
  let connections: BrokerConnection[];
  let transports: KushkTransport[];
  let stream: JetStreamFactStream;
  let manager: JetStreamManager;
  let end: number;
  /** The installations that are registered; facts of others wait. */
  let registered: Set<string>;
  let seen: { id: string; n: number }[];

  beforeEach(async () => {
    scope = `w${newId('ins').slice(-14)}`;
    [connections, transports, end, registered, seen] = [[], [], 0, new Set(['here']), []];
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
  async function start(limits: Partial<BrokerLimits> = {}): Promise<KushkTransport> {
    const options = { limits: { ...testLimits, ...limits } };
    const config = { scope, service: 'delivery' } as const;
    const transport = new KushkTransport(await newConnection(), config, options);
    const handler = async ({ n }: { n: number }, { streamId }: FactContext): Promise<void> => {
      const id = streamId.slice('proposal-'.length);
      if (!registered.has(id.split('-')[0]!)) throw new PrerequisiteMissing(`${id} is not registered yet`);
      seen.push({ id, n });
    };
    transport.addHandler(submitted, handler as never, true, { reaction: 'on-proposal' });
    await new Promise<void>((resolve) => transport.listen(() => resolve()));
    transports.push(transport);
    return transport;
  }
  async function publish(...facts: (readonly [id: string, n: number])[]): Promise<void> {
    const outgoing = facts.map(([id, n]): OutgoingFact => ({
      subject: `${scope}.${submitted}.${id}`,
      eventId: `evt_${id}_${n}`,
      body: JSON.stringify({ n }),
      headers: { [factHeaders.stream]: `proposal-${id}`, [factHeaders.at]: '2026-11-20T10:00:00.000Z' },
    }));
    end = await publishFacts(stream, outgoing, end);
  }
  const of = (id: string): number[] => seen.filter((one) => one.id === id).map(({ n }) => n);
  const parked = async (transport: KushkTransport): Promise<number> =>
    (await (await transport.parkedFacts()).list()).length;
  const waiting = async (): Promise<number> =>
    (await manager.streams.info(`WAITING_${scope}_DELIVERY`.toUpperCase())).state.messages;

  it('waits, later facts of its stream wait behind it, and it is processed in order when the other one is there', async () => {
    const transport = await start();
    await publish(['late', 1], ['here', 1], ['late', 2], ['here', 2]);
    await eventually(async () => of('here').length === 2 && (await waiting()) === 2);
    await publish(['late', 3]);
    await eventually(async () => (await waiting()) === 3);
    expect(of('late')).toEqual([]);
    registered.add('late');
    await eventually(() => of('late').length === 3);
    expect(of('late')).toEqual([1, 2, 3]);
    await eventually(async () => (await waiting()) === 0);
    await publish(['late', 4]);
    await eventually(() => of('late').length === 4);
    expect(await parked(transport)).toBe(0);
  });

  it('blocks no other stream, however many facts wait, and holds none of them in memory', async () => {
    await start();
    const missing = Array.from({ length: 10 * testLimits.factsInFlight }, (_, n) => [`late-${n}`, n] as const);
    await publish(...missing, ['here', 1]);
    await eventually(() => of('here').length === 1);
    await eventually(async () => (await waiting()) === missing.length);
    const [consumer] = await manager.consumers.list(`EVT_${scope}_WORKSPACE`.toUpperCase()).next();
    expect(consumer?.num_ack_pending).toBe(0);
    registered.add('late');
    await eventually(() => seen.length === missing.length + 1, 30_000);
  });

  it('is searched for once for a whole backlog, and not once for each fact, when none waits', async () => {
    let requests = 0;
    const [connection] = connections;
    const streamName = `WAITING_${scope}_DELIVERY`.toUpperCase();
    const subject = `$JS.API.STREAM.MSG.GET.${streamName}`;
    connection?.nats.subscribe(subject, { callback: () => void requests++ });
    await publish(...Array.from({ length: 100 }, (_, n) => [`here-${n}`, n] as const));
    await start({ checkConsumerEveryMs: 60_000 });
    await eventually(() => seen.length === 100);
    await connection?.nats.flush();
    expect(requests).toBe(1);
  });

  it('is retried when a search for waiting facts ended while it was being stored', async () => {
    const [connection] = connections;
    const client = jetstream(connection!.nats);
    let searched: Promise<void> = Promise.resolve();
    const slow = {
      // Publishes only after the search, as a server does that is busy with the disk.
      publish: async (...parameters: Parameters<typeof client.publish>) => {
        await (searched = facts.retry(async () => 'waits'));
        return client.publish(...parameters);
      },
    } as typeof client;
    const owner = { scope, service: 'delivery' } as const;
    const facts = new WaitingFacts('on-proposal', { jetstream: slow, manager, owner, limits: testLimits });
    const fact = { subject: `${scope}.${submitted}.late`, seq: 1, data: new Uint8Array(), json: () => null as never };
    await facts.add({ ...fact, headers: undefined, info: { stream: 'any' } }, 'proposal-late');
    await searched;
    expect(await facts.has('proposal-late')).toBe(true);
    const retried: string[] = [];
    await facts.retry(async ({ subject }) => (retried.push(subject), 'finished'));
    expect(retried).toEqual([fact.subject]);
  });

  it('still waits after a restart of the process', async () => {
    const first = await start();
    await publish(['late', 1]);
    await eventually(async () => (await waiting()) === 1);
    transports.splice(0, 1);
    await first.close();
    await start();
    await publish(['late', 2]);
    await eventually(async () => (await waiting()) === 2);
    registered.add('late');
    await eventually(() => of('late').length === 2);
    expect(of('late')).toEqual([1, 2]);
  });

  it('is retried after a restart, although no further fact arrives', async () => {
    const first = await start();
    await publish(['late', 1]);
    await eventually(async () => (await waiting()) === 1);
    const name = `EVT_${scope}_WORKSPACE`.toUpperCase();
    await eventually(async () => (await manager.consumers.list(name).next())[0]?.num_ack_pending === 0);
    transports.splice(0, 1);
    await first.close();
    registered.add('late');
    await start();
    await eventually(() => of('late').length === 1);
    await eventually(async () => (await waiting()) === 0);
  });

  it('raises a metric while it waits, and is parked after the longest wait', async () => {
    const first = await start({ waitingAlarmAfterMs: 0 });
    await publish(['late', 1]);
    await eventually(async () => (await waiting()) === 1);
    const metric = async (): Promise<number> =>
      Number(/kushk_fact_waiting_seconds\{reaction="on-proposal"\} (\S+)/.exec(await metrics.metrics())?.[1]);
    await eventually(async () => (await metric()) > 0);
    expect(await parked(first)).toBe(0);
    transports.splice(0, 1);
    await first.close();
    const second = await start({ waitAtMostMs: 0 });
    await eventually(async () => (await parked(second)) === 1);
    await eventually(async () => (await metric()) === 0);
  });
});
