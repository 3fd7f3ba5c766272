import { describe, expect, it } from '@jest/globals';
import { KeyedSignal } from './keyed-signal.js';

/** So long that the test times out when a notification is lost. */
const never = { withinMs: 3_600_000, everyMs: 3_600_000 };

describe('KeyedSignal', () => {
  it('returns at once when the query has a result', async () => {
    expect(await new KeyedSignal().waitUntil('a', () => Promise.resolve('here'), { withinMs: 0 })).toBe('here');
  });

  it('repeats the query after a notification for the key', async () => {
    const signal = new KeyedSignal();
    let result: string | null = null;
    const waiting = signal.waitUntil('a', () => Promise.resolve(result), never);
    result = 'here';
    signal.notify('a');
    expect(await waiting).toBe('here');
  });

  it('does not repeat the query after a notification for another key', async () => {
    const signal = new KeyedSignal();
    let queries = 0;
    const waiting = signal.waitUntil('a', () => Promise.resolve((queries += 1) > 1 ? 'here' : null), never);
    await Promise.resolve();
    signal.notify('b');
    await new Promise((resolve) => setImmediate(resolve));
    expect(queries).toBe(1);
    signal.notify('a');
    expect(await waiting).toBe('here');
  });

  it('keeps a notification that arrives during the query', async () => {
    const signal = new KeyedSignal();
    let queries = 0;
    const query = (): Promise<string | null> => {
      queries += 1;
      if (queries > 1) return Promise.resolve('here');
      signal.notify('a');
      return Promise.resolve(null);
    };
    expect(await signal.waitUntil('a', query, never)).toBe('here');
  });

  it('finds changes made by another process at the next poll', async () => {
    let queries = 0;
    const query = (): Promise<string | null> => Promise.resolve((queries += 1) > 2 ? 'here' : null);
    expect(await new KeyedSignal().waitUntil('a', query, { withinMs: 3_600_000, everyMs: 1 })).toBe('here');
  });

  it('runs a last query at the time limit and then returns null', async () => {
    let queries = 0;
    const query = (): Promise<null> => {
      queries += 1;
      return Promise.resolve(null);
    };
    expect(await new KeyedSignal().waitUntil('a', query, { withinMs: 20, everyMs: 3_600_000 })).toBeNull();
    expect(queries).toBeGreaterThan(1);
  });

  it('ends all waits when the process stops; later calls run their query once', async () => {
    const signal = new KeyedSignal();
    const waiting = ['a', 'b'].map((key) => signal.waitUntil(key, () => Promise.resolve(null), never));
    signal.end();
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(await signal.waitUntil('a', () => Promise.resolve(null), never)).toBeNull();
    expect(await signal.waitUntil('a', () => Promise.resolve('here'), never)).toBe('here');
  });
});
