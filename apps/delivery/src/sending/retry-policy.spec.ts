import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  DAY_MS,
  eventRetryPolicy,
  lifecycleRetryPolicy,
  nextDelayMs,
  RETRY_WINDOW_MS,
  retryAfterMs,
} from './retry-policy.js';

const NO_JITTER = 0.5;

describe('the retry policy of events', () => {
  it('has delays of 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h, then 12 h each time', () => {
    const seconds = eventRetryPolicy.delaysMs.map((delay) => delay / 1_000);
    expect(seconds.slice(0, 10)).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200]);
    expect(new Set(seconds.slice(9))).toEqual(new Set([43200]));
  });

  it('ends after six and a half to seven days', () => {
    const total = eventRetryPolicy.delaysMs.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeLessThanOrEqual(RETRY_WINDOW_MS);
    expect(total).toBeGreaterThan(RETRY_WINDOW_MS - DAY_MS / 2);
    const failures = eventRetryPolicy.delaysMs.length + 1;
    expect(nextDelayMs(eventRetryPolicy, failures, { random: NO_JITTER, retryAfterMs: null })).toBeNull();
  });

  it('varies each delay by at most 20 %', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: eventRetryPolicy.delaysMs.length }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const nominal = eventRetryPolicy.delaysMs[failures - 1] ?? 0;
          const delay = nextDelayMs(eventRetryPolicy, failures, { random, retryAfterMs: null }) ?? 0;
          expect(Math.abs(delay - nominal)).toBeLessThanOrEqual(nominal * 0.2 + 1);
        },
      ),
    );
  });

  it("extends a delay to the plugin's Retry-After, and never shortens it", () => {
    expect(nextDelayMs(eventRetryPolicy, 1, { random: NO_JITTER, retryAfterMs: 60_000 })).toBe(60_000);
    expect(nextDelayMs(eventRetryPolicy, 3, { random: NO_JITTER, retryAfterMs: 1_000 })).toBe(120_000);
  });
});

describe('the retry policy of lifecycle calls', () => {
  it('has delays of 5 s, 30 s, 2 min, 10 min, then one hour each time for a day', () => {
    const seconds = lifecycleRetryPolicy.delaysMs.map((delay) => delay / 1_000);
    expect(seconds.slice(0, 5)).toEqual([5, 30, 120, 600, 3600]);
    expect(seconds).toHaveLength(4 + 23);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');

  it('accepts seconds and HTTP dates and returns at most one hour', () => {
    expect(retryAfterMs('30', now)).toBe(30_000);
    expect(retryAfterMs('99999999999', now)).toBe(3_600_000);
    expect(retryAfterMs('Fri, 20 Nov 2026 10:00:10 GMT', now)).toBe(10_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 10:00:10 GMT', now)).toBe(3_600_000);
  });

  it.each(['-1', '1e99', 'garbage', '', '1.5', 'Fri, 20 Nov 2026 09:00:00 GMT'])(
    'ignores the header value %j',
    (header) => {
      expect(retryAfterMs(header, now)).toBeNull();
    },
  );

  it('returns null without a header', () => {
    expect(retryAfterMs(null, now)).toBeNull();
  });
});
