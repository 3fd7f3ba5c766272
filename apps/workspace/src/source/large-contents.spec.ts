import { describe, expect, it } from '@jest/globals';
import { LargeContents } from './large-contents.js';

describe('LargeContents', () => {
  it('runs at most as many as it may at once, the others in order, also after a failure', async () => {
    const contents = new LargeContents(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    let running = 0;
    let mostRunning = 0;
    const all = [0, 1, 2, 3].map((number) =>
      contents
        .run(async () => {
          started.push(number);
          running += 1;
          mostRunning = Math.max(mostRunning, running);
          await new Promise<void>((resolve) => ends.push(resolve));
          running -= 1;
          if (number === 0) throw new Error('fails');
        })
        .catch(() => undefined),
    );
    while (ends.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual([0, 1]);
    for (let ended = 0; ended < 4; ended += 1) {
      ends[ended]!();
      await all[ended];
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([started, mostRunning]).toEqual([[0, 1, 2, 3], 2]);
  });
});
