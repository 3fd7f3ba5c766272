import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newStreamRef } from '@kushk/decider';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { FaultyConnection, type Fault } from '../../test/faulty-connection.js';
import { purseRef, purseStream, put, take } from '../../test/purse.js';
import { errorClassOf } from '../error-class.js';
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

const isTaken = async (purse: string): Promise<boolean> =>
  (await open.store.history(purseRef(purse))).some(({ type }) => type === 'CoinsTaken');

describe.each(executorNames)('an uncertain commit of the %s executor', (name) => {
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
