import { describe, expect, it } from '@jest/globals';
import { rateLimits } from './rate-limits.config.js';

describe('KUSHK_RATE_LIMITS', () => {
  it('is the usual in production and a thousandfold elsewhere, unless it is said', () => {
    expect(rateLimits(undefined, true).publisher).toEqual({
      name: 'publisher',
      quota: 600,
      windowSeconds: 60,
      burst: 600,
    });
    expect(rateLimits(undefined, true).submission).toMatchObject({ quota: 300, windowSeconds: 3_600 });
    expect(rateLimits(undefined, false).publisher).toEqual({
      name: 'publisher',
      quota: 600_000,
      windowSeconds: 60,
      burst: 600_000,
    });
    expect(Object.keys(rateLimits(undefined, false))).toEqual(Object.keys(rateLimits(undefined, true)));
    expect(rateLimits('off', false)).toEqual({});
    expect(rateLimits('off', true)).toEqual({});
  });

  it('changes what it names and keeps the rest', () => {
    const limits = rateLimits('{"publisher":{"quota":5}}', false);
    expect(limits.publisher).toEqual({ name: 'publisher', quota: 5, windowSeconds: 60, burst: 600 });
    expect(limits.plugin).toEqual(rateLimits(undefined, true).plugin);
  });

  it.each(['{"publishers":{"burst":1}}', '{"publisher":{"burst":0}}', '{"publisher":{"speed":1}}', 'none'])(
    'refuses %s',
    (text) => {
      expect(() => rateLimits(text, true)).toThrow();
    },
  );
});
