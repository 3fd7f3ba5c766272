import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { eventually, publishFacts } from '@kushk/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import {
  createStreams,
  BrokerConnection,
  defaultLimits,
  JetStreamFactStream,
  KushkTransport,
  type FactContext,
} from '../index.js';

const submitted = 'evt.workspace.proposal.submitted.v1';
const settled = 'evt.workspace.proposal.settled.v1';
const withdrawn = 'evt.workspace.proposal.withdrawn.v1';
const limits = {
  ...defaultLimits,
  retryDelaysMs: [10, 20, 40],
  ownerTimeoutMs: 2_000,
  checkConsumerEveryMs: 100,
  compareVersionsEveryMs: 200,
};
const proposals = 20;

interface Version {
  readonly transport: KushkTransport;
  readonly connection: BrokerConnection;
  /** Event ids by type, in the order of processing. */
  readonly processed: { type: string; stream: string; n: number; eventId: string }[];
}

describe('two versions of a service that handle different facts in one reaction', () => {
  let scope: string;
  let connections: BrokerConnection[];
  let versions: Version[];
  let stream: JetStreamFactStream;
  let manager: JetStreamManager;
  let published: { type: string; eventId: string }[];
  let end: number;

  beforeEach(async () => {
    scope = `v${newId('ins').slice(-14)}`;
    [connections, versions, published, end] = [[], [], [], 0];
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
    await Promise.all(versions.map(({ transport }) => transport.close()));
    await Promise.all(connections.map((one) => one.close()));
  });

  async function newConnection(): Promise<BrokerConnection> {
    const connection = await BrokerConnection.connect(String(process.env['KUSHK_TEST_NATS_URL']), 'test');
    connections.push(connection);
    return connection;
  }
  /** Starts a process of a version that handles these types. Each fact takes a turn of the event loop. */
  async function start(...types: readonly string[]): Promise<Version> {
    const connection = await newConnection();
    const transport = new KushkTransport(connection, { scope, service: 'delivery' }, { limits });
    const processed: Version['processed'] = [];
    const handler = async ({ n }: { n: number }, { type, streamId, eventId }: FactContext): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      processed.push({ type, stream: streamId, n, eventId });
    };
    for (const type of types) transport.addHandler(type, handler as never, true, { reaction: 'on-proposal' });
    await new Promise<void>((resolve) => transport.listen(() => resolve()));
    const version = { transport, connection, processed };
    versions.push(version);
    return version;
  }
  async function stop(version: Version): Promise<void> {
    versions.splice(versions.indexOf(version), 1);
    await version.transport.close();
    await version.connection.close();
  }
  /** Publishes one fact of each type for each proposal. */
  async function publish(...types: readonly string[]): Promise<void> {
    const n = published.length;
    const facts = types.flatMap((type, index) =>
      Array.from({ length: proposals }, (_, id): OutgoingFact & { type: string } => ({
        type,
        subject: `${scope}.${type}.p${id}`,
        eventId: `evt_${id}_${n + index}`,
        body: JSON.stringify({ n: n + index }),
        headers: { [factHeaders.stream]: `proposal-${id}`, [factHeaders.at]: '2026-11-20T10:00:00.000Z' },
      })),
    );
    published.push(...facts.map(({ type, eventId }) => ({ type, eventId })));
    end = await publishFacts(stream, facts, end);
  }
  const publishedOf = (...types: readonly string[]): string[] =>
    published.filter(({ type }) => types.includes(type)).map(({ eventId }) => eventId);
  const missingIn = (of: readonly Version[], ...types: readonly string[]): string[] => {
    const seen = new Set(of.flatMap(({ processed }) => processed.map(({ eventId }) => eventId)));
    return publishedOf(...types).filter((eventId) => !seen.has(eventId));
  };
  const processesAll = (of: readonly Version[], ...types: readonly string[]) =>
    eventually(() => (expect(missingIn(of, ...types)).toEqual([]), true));
  const parked = async (): Promise<unknown[]> => await (await versions[0]!.transport.parkedFacts()).list();

  it('lose and park no fact under load, and keep the order of each stream', async () => {
    const one = await start(submitted);
    for (let turn = 0; turn < 20; turn++) await publish(submitted, settled);
    const two = await start(submitted, settled);
    let isLoaded = true;
    const load = (async () => {
      // With pauses, so that a busy machine gets no backlog without end while the processes start and stop.
      for (; isLoaded; await pause(10)) await publish(submitted, settled);
    })();
    const restarted = await start(submitted);
    await eventually(() => published.length > 200 * proposals);
    await stop(one);
    await eventually(() => published.length > 300 * proposals);
    isLoaded = false;
    await load;
    await processesAll([one, two, restarted], submitted);
    await processesAll([two], settled);
    expect(await parked()).toEqual([]);
    for (const { processed } of [one, two, restarted])
      for (const type of [submitted, settled])
        for (let id = 0; id < proposals; id++) {
          const numbers = processed.filter((fact) => fact.type === type && fact.stream === `proposal-${id}`);
          const firsts = [...new Set(numbers.map(({ n }) => n))];
          expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
        }
  });

  it('process a fact only in the newer version once both run', async () => {
    const one = await start(submitted);
    await publish(submitted);
    await processesAll([one], submitted);
    const two = await start(submitted, settled);
    await publish(settled);
    await processesAll([two], settled);
    await eventually(async () => {
      const before = one.processed.length;
      await publish(submitted);
      await processesAll([two, one], submitted);
      return one.processed.length === before;
    });
    // The older version had already processed the first facts.
    expect(two.processed.filter(({ n, type }) => type === submitted && n === 0)).toEqual([]);
  });

  it('lose no fact when the newer version is rolled back and started again', async () => {
    const two = await start(submitted, settled);
    await publish(submitted, settled);
    await processesAll([two], submitted, settled);
    await stop(two);
    const one = await start(submitted);
    await publish(submitted, settled);
    await processesAll([two, one], submitted);
    await stop(one);
    const again = await start(submitted, settled);
    await processesAll([two, one, again], submitted, settled);
    expect(again.processed.map(({ type }) => type)).toEqual(Array.from({ length: proposals }, () => settled));
  });

  it('continue when a version drops one type and adds another', async () => {
    const one = await start(submitted, settled);
    await publish(submitted, settled, withdrawn);
    await processesAll([one], submitted, settled);
    const two = await start(settled, withdrawn);
    await publish(submitted, settled, withdrawn);
    await processesAll([two], withdrawn);
    await processesAll([one, two], submitted, settled);
    await stop(one);
    await publish(settled, withdrawn);
    await processesAll([one, two], settled, withdrawn);
    expect(await parked()).toEqual([]);
  });

  it('reuse the consumers of versions that no longer run', async () => {
    const sets = [
      [submitted],
      [submitted, settled],
      [submitted, withdrawn],
      [submitted, settled, withdrawn],
      [settled],
    ];
    const all: Version[] = [];
    for (const types of sets) {
      const version = await start(...types);
      all.push(version);
      await publish(submitted, settled, withdrawn);
      await processesAll(all, ...types);
      await stop(version);
    }
    const consumers = await manager.consumers.list(`EVT_${scope}_WORKSPACE`.toUpperCase()).next();
    expect(consumers.map(({ name }) => name).sort()).toEqual([1, 2, 3].map((slot) => `delivery_on-proposal_${slot}`));
  });
});
