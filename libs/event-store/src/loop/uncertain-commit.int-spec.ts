import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newStreamRef } from '@kushk/decider';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { Socket } from 'node:net';
import { FaultyConnection, type Fault } from '../../test/faulty-connection.js';
import { purseRef, purseStream, put, take } from '../../test/purse.js';
import { errorClassOf } from '../error-class.js';
import { PipelinedClient } from '../postgres/pipelined-client.js';
import { executorNames, executors, openEventStore, type ExecutorName, type OpenStore } from '../open.js';
import type { ExecutedBatch, Item, UncertainCommitError } from './batch-executor.js';

let database: FreshDatabase;
let open: OpenStore;

beforeAll(async () => {
  database = await freshDatabase('purse');
  open = await openEventStore({
    service: 'purse',
    streams: [purseStream],
    databaseUrl: database.url,
    isMaintained: false,
  });
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const item = (command: object): Item => ({ command }) as unknown as Item;
const conflict = 'conflict';

/** The pipelines until the commit that PostgreSQL receives late, after a batch of two pipelines. */
const faultsOf: Readonly<Record<ExecutorName, readonly Fault[]>> = {
  locking: ['none', 'none', 'none', 'lost, received late'],
  optimistic: ['none', 'none', 'lost, received late'],
};

/**
 * Executes a batch whose commit is received late, and then its last command, until it has a result. The deadline of the
 * first command has passed by then.
 */
async function executeLate(name: ExecutorName, before: object, commands: readonly object[]) {
  const executor = executors[name]([]);
  const connection = new FaultyConnection(database.url, [...faultsOf[name]]);
  const client = await connection.client();
  await executor.execute(client, { items: [item(before)], uncertainCommits: [] });
  const items = commands.map(item);
  const lost = await executor.execute(client, { items, uncertainCommits: [] }).catch((error: unknown) => error);
  const { commit } = lost as UncertainCommitError<Item>;
  const batch = { items: items.slice(-1), uncertainCommits: [commit] };
  const executeAgain = async (): Promise<ExecutedBatch<Item> | typeof conflict> => {
    const again = await connection.client();
    try {
      return await executor.execute(again, batch);
    } catch (error) {
      expect(errorClassOf(error)).toBe(conflict);
      await again.query('rollback');
      return conflict;
    }
  };
  let executed = await executeAgain();
  while (executed === conflict) executed = await executeAgain();
  await connection.close();
  const isAccepted = executed.results.some(
    ({ item: { command }, result }) =>
      command === batch.items[0]?.command && 'outcome' in result && result.outcome.accepted,
  );
  return { isAccepted };
}

/** Error messages of PostgreSQL end with the session, unless their severity is ERROR. */
function panic(): Buffer {
  const fields = Buffer.from('SPANIC\0CXX000\0Mcould not write to file\0\0');
  const header = Buffer.from('E\0\0\0\0');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

type Loss = (socket: Socket, receive: (data: Buffer) => void) => void;
const losses: Readonly<Record<string, Loss>> = {
  'an error with an unknown code': (socket) =>
    socket.destroy(Object.assign(new Error('no list has it'), { code: 'EUNHEARDOF' })),
  'an error without a code': (socket) => socket.destroy(new Error('no list has it')),
  'a PANIC of PostgreSQL': (socket, receive) => {
    receive(panic());
    socket.destroy();
  },
  'the end of the connection': (socket) => socket.destroy(),
};

/** Returns a client that gets `loss` instead of the answer to a COMMIT. */
async function losingClient(loss: Loss): Promise<PipelinedClient> {
  const socket = new Socket();
  const client = new PipelinedClient({ connectionString: database.url, stream: () => socket });
  client.onLost(() => undefined);
  await client.connect();
  const [receive] = socket.listeners('data') as [(data: Buffer) => void];
  socket.removeAllListeners('data');
  socket.on('data', (data) => (data.includes('COMMIT\0') ? loss(socket, receive) : receive(data)));
  return client;
}

const isTaken = async (purse: string): Promise<boolean> =>
  (await open.store.history(purseRef(purse))).some(({ type }) => type === 'CoinsTaken');

describe.each(executorNames)('an uncertain commit of the %s executor', (name) => {
  it.each(Object.entries(losses))('has one effect when its answer is lost with %s', async (what, loss) => {
    const id = `${name} ${what}`;
    const [executor, items] = [executors[name]([]), [item(put(id, 1))]];
    const client = await losingClient(loss);
    const lost = await executor.execute(client, { items, uncertainCommits: [] }).catch((error: unknown) => error);
    await client.end();
    expect(errorClassOf(lost)).toBe('unavailable');
    const { commit } = lost as UncertainCommitError<Item>;
    const connection = new FaultyConnection(database.url);
    const { results } = await executor.execute(await connection.client(), { items, uncertainCommits: [commit] });
    await connection.close();
    expect(results).toMatchObject([{ result: { outcome: { accepted: true, reply: { coins: 1 } } } }]);
    expect(await open.store.history(purseRef(id))).toHaveLength(1);
  });

  it('is stored only if its commands have the results of this commit', async () => {
    const purse = `${name} purse`;
    const { isAccepted } = await executeLate(name, put(purse, 1), [put(purse, 9), take(purse, 10)]);
    expect(await isTaken(purse)).toBe(isAccepted);
  });

  it('is waited for when it adds the streams that would make it fail', async () => {
    const purse = `${name} new purse`;
    const streams = { purse: newStreamRef(purseStream, purse) };
    const commands = [put(purse, 9), take(purse, 9)].map((command) => ({ ...command, streams }));
    const { isAccepted } = await executeLate(name, put(`${name} other`, 1), commands);
    expect(isAccepted).toBe(true);
    expect(await isTaken(purse)).toBe(true);
  });
});
