import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TransitEstimator } from './transit-estimator.js';

describe('TransitEstimator', () => {
  it('measures the delay of a message, whatever the clocks of the two hosts show', () => {
    const message = fc.record({
      waitedMs: fc.integer({ min: 0, max: 9_000 }),
      everyMs: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.array(message, { minLength: 1 }), (skewMs, messages) => {
        const transits = new TransitEstimator();
        let sentAt = 0;
        expect(transits.delayMs('a', sentAt + skewMs, sentAt)).toBe(0);
        for (const { waitedMs, everyMs } of messages) {
          sentAt += everyMs;
          expect(transits.delayMs('a', sentAt + skewMs, sentAt + waitedMs)).toBe(waitedMs);
        }
      }),
    );
  });

  it('follows a clock that runs at a slightly different speed', () => {
    const transits = new TransitEstimator();
    const slow = 0.9999;
    let delay = 0;
    for (let at = 0; at < 86_400_000; at += 10_000) delay = transits.delayMs('a', at * slow, at);
    expect(delay).toBeLessThan(200);
  });

  it('measures no delay a minute after the host of the sender was paused', () => {
    const transits = new TransitEstimator();
    const pausedMs = 20_000;
    for (let at = 0; at < 60_000; at += 1_000) transits.delayMs('a', at, at);
    const delays: number[] = [];
    for (let at = 60_000; at <= 180_000; at += 1_000) delays.push(transits.delayMs('a', at, at + pausedMs));
    expect(delays[0]).toBe(pausedMs);
    expect(delays.slice(61).every((delay) => delay === 0)).toBe(true);
  });

  it('separates senders and remembers a bounded number of them', () => {
    const transits = new TransitEstimator();
    for (let n = 0; n < 5_000; n++) expect(transits.delayMs(`s${n}`, n * 1_000, 0)).toBe(0);
    expect(transits.delayMs('s4999', 4_999_000, 70)).toBe(70);
    expect(transits.delayMs('s0', 0, 70)).toBe(0);
  });
});
