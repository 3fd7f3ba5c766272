import { describe, expect, it } from '@jest/globals';
import { batchLoader } from './batch-loader.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('batchLoader', () => {
  it('loads the keys requested in one event-loop turn with a single query, each key once', async () => {
    const queries: (readonly string[])[] = [];
    const lengths = batchLoader((keys: readonly string[]) => {
      queries.push(keys);
      return Promise.resolve(new Map(keys.filter((key) => key !== '').map((key) => [key, key.length])));
    });
    expect(await Promise.all(['a', 'bb', 'a', ''].map((key) => lengths.load(key)))).toEqual([1, 2, 1, undefined]);
    expect(await lengths.load('a')).toBe(1);
    expect(queries).toEqual([['a', 'bb', ''], ['a']]);
  });

  it('never returns a value that was read before the request', async () => {
    let now = 1;
    const finish: (() => void)[] = [];
    const clock = batchLoader(
      (keys: readonly string[]) =>
        new Promise<Map<string, number>>((resolve) => {
          const at = now;
          finish.push(() => resolve(new Map(keys.map((key) => [key, at]))));
        }),
    );
    const first = clock.load('time');
    await nextTurn();
    now = 2;
    const second = clock.load('time');
    await nextTurn();
    for (const each of finish) each();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('rejects the requests of a failed query, but no later request', async () => {
    let isAvailable = false;
    const rows = batchLoader((keys: readonly string[]) =>
      isAvailable ? Promise.resolve(new Map(keys.map((key) => [key, key]))) : Promise.reject(new Error('unavailable')),
    );
    const results = await Promise.allSettled([rows.load('a'), rows.load('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAvailable = true;
    expect(await rows.load('a')).toBe('a');
  });
});
