import { describe, expect, it } from '@jest/globals';
import { RateLimiter } from './rate-limit.js';
import { Refused } from './refused.js';

/** Creates a limiter of 60 requests per minute with the given burst, and records the last headers that it set. */
function limiter(burst: number) {
  const headers: Record<string, string> = {};
  const rateLimiter = new RateLimiter({ name: 'plugin', quota: 60, windowSeconds: 60, burst });
  const take = (caller: string, atMs: number) =>
    rateLimiter.take(caller, atMs, (name, value) => (headers[name] = value));
  return { take, headers };
}

describe('RateLimiter', () => {
  it('allows a burst, rejects the next request, and allows more requests as time passes', () => {
    const { take, headers } = limiter(2);
    take('a', 0);
    expect(headers).toEqual({ 'ratelimit-policy': '"plugin";q=60;w=60;qb=2', ratelimit: '"plugin";r=1;t=1' });
    take('a', 0);
    let refusal: unknown;
    try {
      take('a', 100);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Refused);
    expect(refusal).toMatchObject({ code: 'rate.limited', retryAfterSeconds: 1 });
    take('a', 1_100);
  });

  it('limits each caller separately', () => {
    const { take } = limiter(1);
    take('a', 0);
    expect(() => take('a', 0)).toThrow(Refused);
    take('b', 0);
  });

  it('drops the least recently used bucket when there are too many', () => {
    const { take } = limiter(1);
    take('first', 0);
    take('second', 0);
    expect(() => take('first', 0)).toThrow(Refused);
    for (let caller = 0; caller < RateLimiter.MAX_BUCKETS - 1; caller += 1) take(`other-${caller}`, 0);
    expect(() => take('first', 0)).toThrow(Refused);
    take('second', 0);
  });
});
