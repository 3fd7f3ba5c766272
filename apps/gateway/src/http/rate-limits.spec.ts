import { describe, expect, it } from '@jest/globals';
import { parseRateLimits } from './rate-limits.config.js';

describe('KUSHK_RATE_LIMITS', () => {
  it('defaults to the production limits in production, and to a thousand times these limits elsewhere', () => {
    expect(parseRateLimits(undefined, true).publisher).toEqual({
      name: 'publisher',
      quota: 600,
      windowSeconds: 60,
      burst: 600,
    });
    expect(parseRateLimits(undefined, true).submission).toMatchObject({ quota: 300, windowSeconds: 3_600 });
    expect(parseRateLimits(undefined, false).publisher).toEqual({
      name: 'publisher',
      quota: 600_000,
      windowSeconds: 60,
      burst: 600_000,
    });
    expect(Object.keys(parseRateLimits(undefined, false))).toEqual(Object.keys(parseRateLimits(undefined, true)));
    expect(parseRateLimits('off', false)).toEqual({});
    expect(parseRateLimits('off', true)).toEqual({});
  });

  it('overrides only the limits and fields that it names', () => {
    const limits = parseRateLimits('{"publisher":{"quota":5}}', false);
    expect(limits.publisher).toEqual({ name: 'publisher', quota: 5, windowSeconds: 60, burst: 600 });
    expect(limits.plugin).toEqual(parseRateLimits(undefined, true).plugin);
  });

  it.each([
    '{"publishers":{"burst":1}}',
    '{"publisher":{"burst":0}}',
    '{"publisher":{"speed":1}}',
    '{"publisher":{"quota":1.5}}',
    'none',
  ])('rejects %s', (text) => {
    expect(() => parseRateLimits(text, true)).toThrow();
  });
});
