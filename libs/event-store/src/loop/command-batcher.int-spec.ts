import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accept, type Outcome } from '@kushk/decider';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyConnection, faults, type Fault } from '../../test/faulty-connection.js';
import { purseStream, put } from '../../test/purse.js';
import { StoreUnavailable } from '../command.js';
import type { StoreMeasure } from '../definition.js';
import { executorNames, executors, openEventStore, type ExecutorName, type OpenStore } from '../open.js';
import type { ViewWriter } from '../views/view-sql.js';
import { CommandBatcher } from './command-batcher.js';
import type { AnyCommand } from './decide-batch.js';

const shortDeadlineMs = 400;
const ignore = (): void => undefined;
const noMeasure = { commandDecided: ignore } as unknown as StoreMeasure;

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

interface Settings {
  readonly executor: ExecutorName;
  readonly deadlineMs?: number;
  readonly views?: readonly ViewWriter[];
}

function batcherOn(
  connection: FaultyConnection,
  { executor, deadlineMs = shortDeadlineMs, views = [] }: Settings,
): CommandBatcher {
  return new CommandBatcher({
    connection,
    executor: executors[executor](views),
    log: { info: ignore, warn: ignore, error: ignore },
    measure: noMeasure,
    queueLimits: { commands: 1_000, bytes: 1e9 },
    deadlineMs,
    onCommit: ignore,
    timing: { expireEveryMs: 5, unavailablePauseMs: 2 },
  });
}

let tests = 0;
/** Names that no other test uses. */
const newPrefix = (): string => `test${(tests += 1)}`;

/** A command whose reply and fact contain its tag. */
function tagged(tag: string, purse: string, isIdempotent = false): AnyCommand {
  const idempotency = isIdempotent ? { scope: 'caller', key: tag, inputHash: 'h' } : undefined;
  return {
    ...put(purse, 1, idempotency),
    decide: () => accept({ purse: [{ type: 'CoinsPut', data: { coins: 1, month: tag } }] }, { tag }),
  };
}

type Result = { readonly outcome: Outcome<unknown> } | { readonly error: unknown } | 'hung';

/** Runs a command; `hung` when it has no result long after its deadline. */
async function resultOf(batcher: CommandBatcher, command: AnyCommand): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve('hung'), 20_000)));
  const result = batcher.run(command).then(
    (outcome): Result => ({ outcome }),
    (error: unknown): Result => ({ error }),
  );
  const first = await Promise.race([result, hung]);
  clearTimeout(timer);
  return first;
}

interface StoredFact {
  readonly stream_id: string;
  readonly version: number;
  readonly tag: string;
  readonly coins: number;
}

/** The facts of the purses of a test, with the coins in the state of their stream. */
function factsOf(prefix: string): Promise<readonly StoredFact[]> {
  return open.dataSource.query(
    `select stream_id, e.version::int, data->>'month' as tag, (state->>'coins')::int as coins
      from log_events e join log_streams using (stream_id)
      where stream_id like $1 order by stream_id, e.version`,
    [`purse-${prefix} %`],
  );
}

interface Arrival {
  readonly purse: string;
  readonly afterMs: number;
  readonly isIdempotent: boolean;
}
interface Scenario {
  readonly arrivals: readonly Arrival[];
  readonly faultsInOrder: readonly Fault[];
  readonly delayMs: number;
}

async function runScenario(executor: ExecutorName, { arrivals, faultsInOrder, delayMs }: Scenario): Promise<void> {
  const prefix = newPrefix();
  const connection = new FaultyConnection(database.url, [...faultsInOrder], delayMs);
  // A first connection takes longer than a batch, and the deadline is short.
  await connection.client().catch(() => undefined);
  const batcher = batcherOn(connection, { executor });
  const results = await Promise.all(
    arrivals.map(async ({ purse, afterMs, isIdempotent }, index) => {
      await sleep(afterMs);
      return await resultOf(batcher, tagged(`${prefix} ${index}`, `${prefix} ${purse}`, isIdempotent));
    }),
  );
  await batcher.close();
  const facts = await factsOf(prefix);
  results.forEach((result, index) => {
    const tag = `${prefix} ${index}`;
    const effects = facts.filter((fact) => fact.tag === tag).length;
    if (result === 'hung') throw new Error(`${tag} has no result`);
    if ('outcome' in result) {
      expect(result.outcome).toMatchObject({ accepted: true, reply: { tag } });
      expect(effects).toBe(1);
    } else if (result.error instanceof StoreUnavailable) {
      expect(effects).toBeLessThanOrEqual(1);
    } else {
      expect(result.error).toMatchObject({ message: expect.stringMatching(/the database reports|takes too long/) });
      expect(effects).toBe(0);
    }
  });
  for (const [, ofStream] of Map.groupBy(facts, ({ stream_id: streamId }) => streamId)) {
    expect(ofStream.map(({ version }) => version)).toEqual(ofStream.map((_fact, index) => index + 1));
    expect(ofStream[0]?.coins).toBe(ofStream.length);
  }
}

const scenario: fc.Arbitrary<Scenario> = fc.record({
  arrivals: fc.array(
    fc.record({
      purse: fc.constantFrom('a', 'b', 'c'),
      afterMs: fc.integer({ min: 0, max: 60 }),
      isIdempotent: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  faultsInOrder: fc.array(fc.constantFrom(...faults), { maxLength: 10 }),
  delayMs: fc.integer({ min: 0, max: 25 }),
});

describe.each(executorNames)('a command batcher with the %s executor', (executor) => {
  it('returns the own result to each caller when the deadline of another caller passes before an uncertain commit', async () => {
    const prefix = newPrefix();
    const faultsInOrder: Fault[] = ['slow', 'slow', 'conflict', 'none', 'lost after'];
    const connection = new FaultyConnection(database.url, faultsInOrder, 1_400);
    await connection.client();
    const batcher = batcherOn(connection, { executor, deadlineMs: 3_900 });
    const run = (tag: string, purse: string): Promise<Result> => resultOf(batcher, tagged(tag, `${prefix} ${purse}`));
    const before = run('before', 'a');
    // These three wait while the first batch is executed, so they form the second batch. The deadline of the first
    // passes during the conflict; then the response to the commit of the other two is lost.
    await sleep(1);
    const expired = run('expired', 'a');
    await sleep(2_400);
    const results = [run('second', 'b'), run('third', 'c')];
    expect(await before).toMatchObject({ outcome: { reply: { tag: 'before' } } });
    expect(await expired).toMatchObject({ error: expect.any(StoreUnavailable) });
    expect(await Promise.all(results)).toMatchObject([
      { outcome: { reply: { tag: 'second' } } },
      { outcome: { reply: { tag: 'third' } } },
    ]);
    await batcher.close();
  });

  it('rejects only the command for which a view throws, also beside others on the same stream', async () => {
    const prefix = newPrefix();
    const write: ViewWriter['write'] = ({ facts }) => {
      for (const { fact } of facts)
        if ((fact.data as { month: string }).month === 'bad') throw new Error('no such month');
      return [];
    };
    const views = [{ write } as ViewWriter];
    const batcher = batcherOn(new FaultyConnection(database.url), { executor, views, deadlineMs: 30_000 });
    const run = (tag: string): Promise<Result> => resultOf(batcher, tagged(tag, `${prefix} a`));
    await run('before');
    expect(await Promise.all(['good', 'bad', 'also good'].map(run))).toMatchObject([
      { outcome: { accepted: true } },
      { error: { message: 'no such month' } },
      { outcome: { accepted: true } },
    ]);
    expect((await factsOf(prefix)).map(({ tag }) => tag).sort()).toEqual(['also good', 'before', 'good']);
    await batcher.close();
  });

  it('gives every caller exactly its own result or an error within the deadline, whatever fails and whenever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scenario, { minLength: 25, maxLength: 25 }), async (scenarios) => {
        await Promise.all(scenarios.map((each) => runScenario(executor, each)));
      }),
      // A smaller scenario has another timing, so it says nothing about this one.
      { numRuns: 6, endOnFailure: true },
    );
  });
});
