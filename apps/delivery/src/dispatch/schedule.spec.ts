import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS, eventSchedule, lifecycleSchedule, nextDelayMs, retryAfterMs, RETRY_WINDOW_MS } from './schedule.js';

const NO_JITTER = 0.5;

describe('the retry schedule of an event', () => {
  it('is the one of the contract', () => {
    const seconds = eventSchedule.delaysMs.map((delay) => delay / 1000);
    expect(seconds.slice(0, 10)).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200]);
    expect(new Set(seconds.slice(9))).toEqual(new Set([43200]));
  });

  it('ends within seven days and not before six and a half', () => {
    const total = eventSchedule.delaysMs.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeLessThanOrEqual(RETRY_WINDOW_MS);
    expect(total).toBeGreaterThan(RETRY_WINDOW_MS - DAY_MS / 2);
    expect(nextDelayMs(eventSchedule, eventSchedule.delaysMs.length + 1, NO_JITTER, null)).toBeNull();
  });

  it('moves each delay by at most a fifth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: eventSchedule.delaysMs.length }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (spent, random) => {
          const nominal = eventSchedule.delaysMs[spent - 1] ?? 0;
          const delay = nextDelayMs(eventSchedule, spent, random, null) ?? 0;
          expect(Math.abs(delay - nominal)).toBeLessThanOrEqual(nominal * 0.2 + 1);
        },
      ),
    );
  });

  it('waits longer when the plugin asks for it, never shorter', () => {
    expect(nextDelayMs(eventSchedule, 1, NO_JITTER, 60_000)).toBe(60_000);
    expect(nextDelayMs(eventSchedule, 3, NO_JITTER, 1_000)).toBe(120_000);
  });
});

describe('the schedule of a lifecycle call', () => {
  it('is 5 s, 30 s, 2 m, 10 m, then hourly for a day', () => {
    const seconds = lifecycleSchedule.delaysMs.map((delay) => delay / 1000);
    expect(seconds.slice(0, 5)).toEqual([5, 30, 120, 600, 3600]);
    expect(seconds).toHaveLength(4 + 23);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');

  it('is read as seconds or as a date, up to an hour', () => {
    expect(retryAfterMs('30', now)).toBe(30_000);
    expect(retryAfterMs('99999999999', now)).toBe(3_600_000);
    expect(retryAfterMs('Fri, 20 Nov 2026 10:00:10 GMT', now)).toBe(10_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 10:00:10 GMT', now)).toBe(3_600_000);
  });

  it.each(['-1', '1e99', 'garbage', '', '1.5', 'Fri, 20 Nov 2026 09:00:00 GMT'])(
    'asks for nothing when it is %j',
    (header) => {
      expect(retryAfterMs(header, now)).toBeNull();
    },
  );

  it('asks for nothing when it is absent', () => {
    expect(retryAfterMs(null, now)).toBeNull();
  });
});
