import { describe, expect, it } from '@jest/globals';
import { LineBatches } from './line-batches.js';

const limits = { lines: 3, characters: 100 };

describe('the lines of a turn', () => {
  it('are joined by receiver, in batches that are bounded by lines and characters', () => {
    const batches = new LineBatches<number>(() => undefined, limits);
    for (const n of [1, 2, 3, 4]) batches.add('wallet', n, 10);
    for (const n of [5, 6, 7]) batches.add('delivery', n, 60);
    batches.add('review', 8, 500);
    expect(batches.take()).toEqual([
      { key: 'wallet', lines: [1, 2, 3] },
      { key: 'wallet', lines: [4] },
      { key: 'delivery', lines: [5] },
      { key: 'delivery', lines: [6] },
      { key: 'delivery', lines: [7] },
      { key: 'review', lines: [8] },
    ]);
    expect(batches.take()).toEqual([]);
  });

  it('are announced once per turn', () => {
    let turns = 0;
    const batches = new LineBatches<number>(() => (turns += 1), limits);
    for (const n of [1, 2]) batches.add('wallet', n, 1);
    expect(turns).toBe(1);
    batches.take();
    batches.add('wallet', 3, 1);
    expect(turns).toBe(2);
  });
});
