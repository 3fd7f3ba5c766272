import { describe, expect, it } from '@jest/globals';
import { forEachConcurrently } from './for-each-concurrently.js';

describe('forEachConcurrently', () => {
  it('runs every item once, and never more than the limit at a time', async () => {
    const done: number[] = [];
    let [running, most] = [0, 0];
    await forEachConcurrently(Array.from({ length: 50 }, (_, index) => index).values(), 4, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done.push(item);
    });
    expect([most, new Set(done).size, done.length]).toEqual([4, 50, 50]);
  });

  it('rejects with the first error after the running items have ended, and starts no further item', async () => {
    const started: number[] = [];
    const failing = forEachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
      started.push(item);
      await new Promise((resolve) => setImmediate(resolve));
      if (item === 1) throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(started.length).toBeLessThan(4);
  });
});
