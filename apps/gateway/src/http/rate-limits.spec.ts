import { describe, expect, it } from '@jest/globals';
import { allRoutes } from '../../test/all-routes.js';
import { rateChecks } from './rate-checks.js';
import { parseRateLimits } from './rate-limits.config.js';
import type { Route } from './route.js';

describe('the routes of both gateways', () => {
  it('all have a rate limit in production', () => {
    const checkOf = rateChecks(parseRateLimits(undefined, true));
    const isLimited = (route: Route): boolean => {
      const headers: string[] = [];
      const caller = { caller: null, actor: { kind: 'system' }, name: 'one' } as const;
      checkOf(route)(caller, performance.now(), (name) => void headers.push(name.toLowerCase()));
      return headers.includes('ratelimit');
    };
    expect(allRoutes.filter((route) => !isLimited(route)).map(({ definedAs }) => definedAs)).toEqual([]);
  });
});

describe('KUSHK_RATE_LIMITS', () => {
  it('allows a thousand times the production limits outside production, in the same windows', () => {
    const production = Object.entries(parseRateLimits(undefined, true));
    const higher = production.map(([name, { quota, burst, ...policy }]) => [
      name,
      { ...policy, quota: quota * 1_000, burst: burst * 1_000 },
    ]);
    expect(production.length).toBeGreaterThan(0);
    expect(parseRateLimits(undefined, false)).toEqual(Object.fromEntries(higher));
  });

  it.each([true, false])('limits nothing when it is off (production: %s)', (production) => {
    expect(parseRateLimits('off', production)).toEqual({});
  });

  it('overrides only the limits and fields that it names', () => {
    const limits = parseRateLimits('{"publisher":{"quota":5}}', false);
    const production = parseRateLimits(undefined, true);
    expect(limits).toEqual({ ...production, publisher: { ...production.publisher, quota: 5 } });
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
