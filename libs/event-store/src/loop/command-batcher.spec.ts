import { describe, expect, it } from '@jest/globals';
import { accept, type Outcome } from '@kushk/decider';
import fc from 'fast-check';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { CommandBatcherSettings } from './batcher-settings.js';
import { CommandBatcher } from './command-batcher.js';
import { StoreUnavailable } from '../command.js';
import type { StoreMeasure } from '../definition.js';
import type { AnyCommand } from './decide-batch.js';
import { FakeDatabase, faults, type Fault } from '../../test/fake-database.js';
import { put } from '../../test/purse.js';
import type { ViewWriter } from '../views/view-sql.js';

const shortDeadlineMs = 40;
const ignore = (): void => undefined;
const noMeasure = { commandDecided: ignore } as unknown as StoreMeasure;

function batcherOn(
  database: FakeDatabase,
  { deadlineMs = shortDeadlineMs, ...settings }: Partial<CommandBatcherSettings> = {},
): CommandBatcher {
  return new CommandBatcher({
    connection: database,
    views: [],
    log: { info: ignore, warn: ignore, error: ignore },
    measure: noMeasure,
    queueLimits: { commands: 1_000, bytes: 1e9 },
    deadlineMs,
    onCommit: ignore,
    timing: { expireEveryMs: 5, unavailablePauseMs: 2 },
    ...settings,
  });
}

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
  const hung = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve('hung'), 5_000)));
  const result = batcher.run(command).then(
    (outcome): Result => ({ outcome }),
    (error: unknown): Result => ({ error }),
  );
  const first = await Promise.race([result, hung]);
  clearTimeout(timer);
  return first;
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
  readonly fewestAhead: number;
}

async function runScenario({ arrivals, faultsInOrder, delayMs, fewestAhead }: Scenario): Promise<void> {
  const database = new FakeDatabase([...faultsInOrder], delayMs);
  const batcher = batcherOn(database, { fewestAhead });
  const results = await Promise.all(
    arrivals.map(async ({ purse, afterMs, isIdempotent }, index) => {
      await sleep(afterMs);
      return await resultOf(batcher, tagged(`command ${index}`, purse, isIdempotent));
    }),
  );
  await batcher.close();
  expectExactResults(database, results);
}

/** `results` are those of `command 0`, `command 1` and so on. */
function expectExactResults(database: FakeDatabase, results: readonly Result[]): void {
  results.forEach((result, index) => {
    const tag = `command ${index}`;
    const effects = database.events.filter(({ data }) => data.month === tag).length;
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
  expectGaplessVersions(database);
}

function expectGaplessVersions({ events }: FakeDatabase): void {
  for (const [, ofStream] of Map.groupBy(events, ({ streamId }) => streamId))
    expect(ofStream.map(({ version }) => version)).toEqual(ofStream.map((_event, index) => index + 1));
}

const scenario: fc.Arbitrary<Scenario> = fc.record({
  arrivals: fc.array(
    fc.record({
      purse: fc.constantFrom('a', 'b', 'c'),
      afterMs: fc.integer({ min: 0, max: 30 }),
      isIdempotent: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  faultsInOrder: fc.array(fc.constantFrom(...faults), { maxLength: 10 }),
  delayMs: fc.integer({ min: 0, max: 25 }),
  fewestAhead: fc.constantFrom(1, 32),
});

describe('a command batcher', () => {
  it('returns the own result to each caller when the deadline of another caller passes before an uncertain commit', async () => {
    const database = new FakeDatabase(['slow', 'slow', 'conflict', 'conflict', 'none', 'lost after'], 720);
    const batcher = batcherOn(database, { deadlineMs: 2_400 });
    const before = resultOf(batcher, tagged('before', 'a'));
    // These three wait while the first batch is executed, so they form the second batch. The deadline of the first
    // passes during the conflicts; then the response to the commit of the other two is lost.
    await sleep(1);
    const expired = resultOf(batcher, tagged('expired', 'a'));
    await sleep(1_350);
    const results = [resultOf(batcher, tagged('second', 'b')), resultOf(batcher, tagged('third', 'c'))];
    expect(await before).toMatchObject({ outcome: { reply: { tag: 'before' } } });
    expect(await expired).toMatchObject({ error: expect.any(StoreUnavailable) });
    expect(await Promise.all(results)).toMatchObject([
      { outcome: { reply: { tag: 'second' } } },
      { outcome: { reply: { tag: 'third' } } },
    ]);
    await batcher.close();
  });

  it('decides half of the waiting commands while the other half is stored', async () => {
    const database = new FakeDatabase(['none', 'none', 'slow'], 20);
    const batcher = batcherOn(database, { deadlineMs: 4_000 });
    await batcher.run(tagged('before', 'a'));
    let decided = 0;
    const commands = Array.from({ length: 64 }, (_, index) => {
      const command = tagged(`command ${index}`, 'a');
      return { ...command, decide: (states: never) => ((decided += 1), command.decide(states)) };
    });
    const results = commands.map((command) => batcher.run(command));
    await results[0];
    expect({ decided, stored: database.events.length - 1 }).toEqual({ decided: 64, stored: 32 });
    await Promise.all(results);
    expect(decided).toBe(64);
    expectGaplessVersions(database);
    await batcher.close();
  });

  it('sends a second batch behind the first one, and stores each command once whatever happens to either of them', async () => {
    const runPair = async (first: Fault, second: Fault, purses: string): Promise<void> => {
      const database = new FakeDatabase(['none', 'none', first, second], 15);
      const batcher = batcherOn(database, { deadlineMs: 4_000, fewestAhead: 2 });
      // The next batches are decided on the states that this one leaves.
      await Promise.all(['a', 'b'].map((purse) => batcher.run(tagged('before', purse))));
      const results = [...purses].map((purse, index) => resultOf(batcher, tagged(`command ${index}`, purse)));
      await turn();
      await turn();
      expect(database.faultsLeft).toBe(0);
      if (first === 'hang' || second === 'hang') database.discard();
      const all = await Promise.all(results);
      await database.receivedLate;
      await batcher.close();
      expectExactResults(database, all);
      expect(all.every((result) => result !== 'hung' && 'outcome' in result)).toBe(true);
    };
    // These take a while, so the second batch is sent before the first one has its result.
    const slow = faults.filter((fault) => fault !== 'none' && fault !== 'lost after');
    await Promise.all(
      slow.flatMap((first) =>
        faults.flatMap((second) => ['aaaa', 'aabb'].map((purses) => runPair(first, second, purses))),
      ),
    );
  });

  it('rejects only the command for which a view throws, also beside commands on known streams', async () => {
    const database = new FakeDatabase([], 0);
    const write: ViewWriter['write'] = ({ facts }) => {
      for (const { fact } of facts)
        if ((fact.data as { month: string }).month === 'bad') throw new Error('no such month');
      return [];
    };
    const batcher = batcherOn(database, { deadlineMs: 4_000, fewestAhead: 1, views: [{ write } as ViewWriter] });
    await batcher.run(tagged('before', 'a'));
    const tags = ['good', 'bad', 'also good'];
    const results = await Promise.all(tags.map((tag) => resultOf(batcher, tagged(tag, 'a'))));
    expect(results).toMatchObject([
      { outcome: { accepted: true } },
      { error: { message: 'no such month' } },
      { outcome: { accepted: true } },
    ]);
    expect(database.events.map(({ data }) => data.month).sort()).toEqual(['also good', 'before', 'good']);
    await batcher.close();
  });

  it('gives every caller exactly its own result or an error within the deadline, whatever fails and whenever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scenario, { minLength: 10, maxLength: 10 }), async (scenarios) => {
        await Promise.all(scenarios.map(runScenario));
      }),
      { numRuns: 30 },
    );
  });
});
