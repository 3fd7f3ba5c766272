import { describe, expect, it } from '@jest/globals';
import { BackgroundLoop } from './background-loop.js';
import { clockAheadMs, now, onClockMoved, realNow, setClockAhead } from './clock.js';

const DAY_MS = 86_400_000;

describe('the clock of a process', () => {
  // The first move: in the minute after one, a loop would run soon in any case.
  it('wakes a background loop, because what it waits for may be due', async () => {
    const ran = new Promise<void>((resolve) => {
      const loop = new BackgroundLoop({
        run: async () => {
          resolve();
          void loop.stop();
        },
        everyMs: DAY_MS,
        failure: 'failed',
      });
      loop.start();
    });
    setClockAhead(clockAheadMs() + 1);
    await ran;
  });

  it('runs ahead of the real time as far as it was moved, never goes back, and notifies', () => {
    let moves = 0;
    const end = onClockMoved(() => void (moves += 1));
    setClockAhead(2 * DAY_MS);
    setClockAhead(DAY_MS);
    expect(clockAheadMs()).toBe(2 * DAY_MS);
    expect(now().getTime() - realNow().getTime()).toBeGreaterThanOrEqual(2 * DAY_MS - 1);
    expect(moves).toBe(1);
    end();
    setClockAhead(3 * DAY_MS);
    expect(moves).toBe(1);
  });
});
