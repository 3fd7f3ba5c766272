import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { eventually, publishFacts } from '@kushk/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { MemoryPositions } from '../../test/memory-positions.js';
import { BrokerConnection, createStreams, defaultLimits, JetStreamFactStream, KushkTransport } from '../index.js';

const url = String(process.env['KUSHK_TEST_NATS_URL']);
const types = ['evt.workspace.proposal.submitted.v1', 'evt.workspace.proposal.settled.v1'] as const;
const limits = { ...defaultLimits, checkConsumerEveryMs: 100, ownerTimeoutMs: 2_000 };

let scope: string;
let name: string;
let connection: BrokerConnection;
let manager: JetStreamManager;
let stream: JetStreamFactStream;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  scope = `l${newId('ins').slice(-14)}`;
  name = `EVT_${scope}_WORKSPACE`.toUpperCase();
  connection = await BrokerConnection.connect(url, 'test');
  manager = await jetstreamManager(connection.nats, { checkAPI: false });
  stream = new JetStreamFactStream(connection, manager, { scope, service: 'workspace' });
  stops = [];
  await create();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await connection.close();
});

const create = () => createStreams({ url, scope, services: ['workspace', 'delivery'] });

async function serve(
  seen: string[],
  { handled, ...options }: { handled: readonly string[]; positions?: MemoryPositions; compareVersionsEveryMs?: number },
): Promise<() => Promise<void>> {
  const { compareVersionsEveryMs = 100, ...rest } = options;
  const own = await BrokerConnection.connect(url, 'delivery');
  const transport = new KushkTransport(
    own,
    { scope, service: 'delivery' },
    { limits: { ...limits, compareVersionsEveryMs }, ...rest },
  );
  const react = (_data: object, { eventId }: { eventId: string }) => Promise.resolve(void seen.push(eventId));
  for (const type of handled) transport.addHandler(type, react as never, true, { reaction: 'on-proposal' });
  await new Promise<void>((resolve) => transport.listen(() => resolve()));
  const stop = async (): Promise<void> => {
    await transport.close();
    await own.close();
  };
  stops.push(stop);
  return stop;
}

async function publish(...eventIds: string[]): Promise<void> {
  const facts = eventIds.map((eventId): OutgoingFact => ({
    subject: `${scope}.${types[0]}.p`,
    eventId,
    body: '{}',
    headers: { [factHeaders.stream]: 'proposal-p' },
  }));
  await publishFacts(stream, facts, (await stream.end()).sequence);
}

const receives = (seen: readonly string[], eventIds: readonly string[]) =>
  eventually(() => (expect(seen).toEqual(eventIds), true));

describe('a consumer', () => {
  it('delivers the facts again whose effects its database has lost, while it runs and when it starts', async () => {
    const positions = new MemoryPositions();
    const seen: string[] = [];
    const stop = await serve(seen, { handled: types.slice(0, 1), positions });
    await publish('a', 'b', 'c', 'd');
    await eventually(() => positions.saved?.sequence === 4);
    positions.serverRestarted({ ...positions.saved!, sequence: 2 });
    await receives(seen, ['a', 'b', 'c', 'd', 'c', 'd']);
    await eventually(() => positions.isCurrent && positions.saved?.sequence === 4);
    await stop();
    stops.splice(0);
    positions.serverRestarted({ ...positions.saved!, sequence: 3 });
    await serve(seen, { handled: types.slice(0, 1), positions });
    await receives(seen, ['a', 'b', 'c', 'd', 'c', 'd', 'd']);
  });

  it('acknowledges no fact of a recreated stream unread, although another version had processed as many', async () => {
    const before: string[] = [];
    const stop = await serve(before, { handled: types.slice(0, 1) });
    await publish('a', 'b', 'c');
    await receives(before, ['a', 'b', 'c']);
    await eventually(async () => (await manager.consumers.list(name).next())[0]?.ack_floor.stream_seq === 3);
    await stop();
    stops.splice(0);
    const seen: string[] = [];
    // The comparison with other versions must not come in between.
    await serve(seen, { handled: types, compareVersionsEveryMs: 5_000 });
    await publish('d');
    await receives(seen, ['d']);
    await manager.streams.delete(name);
    await create();
    await publish('e', 'f');
    await receives(seen, ['d', 'e', 'f']);
  });
});
