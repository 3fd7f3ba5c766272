import { describe, expect, it } from '@jest/globals';
import { InOneTurn } from './in-one-turn.js';

describe('what is asked in one turn of the event loop', () => {
  it('goes out as one question, each key once', async () => {
    const asked: (readonly string[])[] = [];
    const lengths = new InOneTurn((keys: readonly string[]) => {
      asked.push(keys);
      return Promise.resolve(new Map(keys.filter((key) => key !== '').map((key) => [key, key.length])));
    });
    expect(await Promise.all(['a', 'bb', 'a', ''].map((key) => lengths.of(key)))).toEqual([1, 2, 1, undefined]);
    expect(await lengths.of('a')).toBe(1);
    expect(asked).toEqual([['a', 'bb', ''], ['a']]);
  });

  it('is answered by nothing that was asked before', async () => {
    let now = 1;
    const answer: (() => void)[] = [];
    const clock = new InOneTurn(
      (keys: readonly string[]) =>
        new Promise<Map<string, number>>((resolve) => {
          const at = now;
          answer.push(() => resolve(new Map(keys.map((key) => [key, at]))));
        }),
    );
    const first = clock.of('time');
    await new Promise((next) => setImmediate(next));
    now = 2;
    const second = clock.of('time');
    await new Promise((next) => setImmediate(next));
    for (const each of answer) each();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('fails for all who asked, and for nobody after them', async () => {
    let isAway = true;
    const rows = new InOneTurn((keys: readonly string[]) =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Map(keys.map((key) => [key, key]))),
    );
    expect(await Promise.allSettled([rows.of('a'), rows.of('b')])).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    isAway = false;
    expect(await rows.of('a')).toBe('a');
  });
});
