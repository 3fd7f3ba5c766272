import { describe, expect, it } from '@jest/globals';
import { Signals } from './signals.js';

describe('signals', () => {
  it('answers at once where the answer is there', async () => {
    expect(await new Signals().until('a', () => Promise.resolve('here'), 0)).toBe('here');
  });

  it('wakes who waits for the key long before the next poll', async () => {
    const signals = new Signals();
    let answer: string | null = null;
    const waiting = signals.until('a', () => Promise.resolve(answer), 5_000);
    const startedAt = performance.now();
    answer = 'here';
    signals.raise('a');
    expect(await waiting).toBe('here');
    expect(performance.now() - startedAt).toBeLessThan(200);
  });

  it('does not lose a signal that comes while the question is asked', async () => {
    const signals = new Signals();
    let asked = 0;
    const startedAt = performance.now();
    const answer = await signals.until(
      'a',
      async () => {
        asked += 1;
        if (asked > 1) return 'here';
        signals.raise('a');
        return await Promise.resolve(null);
      },
      5_000,
    );
    expect(answer).toBe('here');
    expect(performance.now() - startedAt).toBeLessThan(200);
  });

  it('finds by polling what another process has done, and gives up in time', async () => {
    const signals = new Signals();
    let answer: string | null = null;
    setTimeout(() => (answer = 'here'), 50);
    expect(await signals.until('a', () => Promise.resolve(answer), 2_000)).toBe('here');
    const startedAt = performance.now();
    expect(await signals.until('b', () => Promise.resolve(null), 300)).toBeNull();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
  });

  it('lets everybody go when the process stops, with what there is', async () => {
    const signals = new Signals();
    const startedAt = performance.now();
    const waiting = [
      signals.until('a', () => Promise.resolve(null), 5_000, 5_000),
      signals.until('b', () => Promise.resolve(null), 5_000, 5_000),
    ];
    signals.end();
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(await signals.until('a', () => Promise.resolve(null), 5_000)).toBeNull();
    expect(await signals.until('a', () => Promise.resolve('here'), 5_000)).toBe('here');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
