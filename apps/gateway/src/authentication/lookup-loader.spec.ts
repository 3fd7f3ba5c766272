import { describe, expect, it } from '@jest/globals';
import { lookupLoader } from './lookup-loader.js';

type Result = { readonly name: string } | null;
/** A fake lookup result that contains a value to recognise it by. */
const found = (name: string): Result => ({ name });

/** A loader whose batches the spec resolves and whose timers the spec fires. */
function controlled() {
  const batches: {
    readonly lookups: readonly string[];
    readonly resolve: (results: readonly Result[]) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const turns: (() => void)[] = [];
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  let nowMs = 0;
  const load = lookupLoader(
    {
      loadBatch: (lookups: readonly string[]) =>
        new Promise<readonly Result[]>((resolve, reject) => batches.push({ lookups, resolve, reject })),
      keyOf: (lookup) => lookup,
      maxLookupsPerBatch: 3,
      maxBatchesInFlight: 1,
      maxWaitMs: 6_000,
      timeoutError: () => new Error('waited too long'),
    },
    {
      afterThisTurn: (run) => turns.push(run),
      after: (ms, run) => {
        const timer = { atMs: nowMs + ms, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
  );
  /** Waits until the current turn of the event loop ends, after all queued promise callbacks. */
  const endTurn = async () => {
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    for (const run of turns.splice(0)) run();
    await Promise.resolve();
  };
  const pass = (ms: number) => {
    nowMs += ms;
    for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
      timers.delete(timer);
      timer.run();
    }
  };
  return { load, batches, endTurn, pass, timers };
}

describe('lookupLoader', () => {
  it('sends all lookups of one event-loop turn in one batch, without duplicates', async () => {
    const { load, batches, endTurn } = controlled();
    const results = [load('a'), load('b'), load('a')];
    await endTurn();
    expect(batches.map(({ lookups }) => lookups)).toEqual([['a', 'b']]);
    batches[0]!.resolve([found('A'), found('B')]);
    expect(await Promise.all(results)).toEqual([found('A'), found('B'), found('A')]);
  });

  it('never returns a result that was loaded before the lookup was made', async () => {
    const { load, batches, endTurn } = controlled();
    const early = load('a');
    await endTurn();
    const late = load('a');
    await endTurn();
    expect(batches).toHaveLength(1);
    batches[0]!.resolve([found('before the revocation')]);
    await endTurn();
    batches[1]!.resolve([null]);
    expect(await Promise.all([early, late])).toEqual([found('before the revocation'), null]);
  });

  it('adds lookups to the waiting batch while the maximum number of batches is in flight', async () => {
    const { load, batches, endTurn } = controlled();
    const results = [load('a')];
    await endTurn();
    results.push(load('b'));
    await endTurn();
    results.push(load('c'));
    batches[0]!.resolve([found('A')]);
    await endTurn();
    expect(batches[1]!.lookups).toEqual(['b', 'c']);
    batches[1]!.resolve([found('B'), found('C')]);
    expect(await Promise.all(results)).toEqual([found('A'), found('B'), found('C')]);
  });

  it('splits lookups into batches of the maximum size and resolves all of them', async () => {
    const { load, batches, endTurn } = controlled();
    const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((lookup) => load(lookup)));
    await endTurn();
    batches[0]!.resolve([found('A'), found('B'), found('C')]);
    await endTurn();
    expect(batches[1]!.lookups).toEqual(['d', 'e']);
    batches[1]!.resolve([found('D'), found('E')]);
    expect(await results).toEqual(['A', 'B', 'C', 'D', 'E'].map(found));
  });

  it('sends the next batch after a batch that contained only duplicates of an earlier batch', async () => {
    const { load, batches, endTurn } = controlled();
    const results = [load('z')];
    await endTurn();
    results.push(...['a', 'b', 'c', 'a'].map((lookup) => load(lookup)));
    batches[0]!.resolve([found('Z')]);
    await endTurn();
    batches[1]!.resolve(['A', 'B', 'C'].map(found));
    await endTurn();
    await endTurn();
    results.push(load('d'));
    await endTurn();
    expect(batches[2]!.lookups).toEqual(['d']);
    batches[2]!.resolve([found('D')]);
    expect(await Promise.all(results)).toEqual(['Z', 'A', 'B', 'C', 'A', 'D'].map(found));
  });

  it('rejects only the lookups of the batch that failed', async () => {
    const { load, batches, endTurn } = controlled();
    const failing = load('a');
    await endTurn();
    const next = load('b');
    batches[0]!.reject(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    await endTurn();
    batches[1]!.resolve([found('B')]);
    expect(await next).toEqual(found('B'));
  });

  it('rejects a batch that waits too long without sending it, and sends the next batches', async () => {
    const { load, batches, endTurn, pass, timers } = controlled();
    const hanging = load('a').catch((error: Error) => error.message);
    await endTurn();
    const early = load('b').catch((error: Error) => error.message);
    pass(6_000);
    expect(await early).toBe('waited too long');
    const late = load('c');
    expect(timers.size).toBe(1);
    batches[0]!.reject(new Error('timeout'));
    expect(await hanging).toBe('timeout');
    await endTurn();
    expect(batches[1]!.lookups).toEqual(['c']);
    batches[1]!.resolve([found('C')]);
    expect(await late).toEqual(found('C'));
    expect(timers.size).toBe(0);
  });

  it('rejects all lookups of a batch that returns too few results', async () => {
    const { load, batches, endTurn } = controlled();
    const results = Promise.allSettled([load('a'), load('b')]);
    await endTurn();
    batches[0]!.resolve([found('A')]);
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
