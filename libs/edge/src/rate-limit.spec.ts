import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimiter, takeTokens, type RatePolicy } from './rate-limit.js';
import { Refused } from './refused.js';

interface Answer {
  readonly refused: Refused | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Limiters of these policies, and a function that sends one request through all of them. */
function limited(...policies: readonly RatePolicy[]) {
  const limiters = policies.map((policy) => new RateLimiter(policy));
  return (caller: string, atMs: number): Answer => {
    const headers: Record<string, string> = {};
    const limits = limiters.map((limiter) => ({ limiter, key: caller }));
    try {
      takeTokens(limits, atMs, (name, value) => (headers[name] = value));
      return { refused: null, headers };
    } catch (error) {
      return { refused: error as Refused, headers };
    }
  };
}

const perMinute = (burst: number): RatePolicy => ({ name: 'plugin', quota: 60, windowSeconds: 60, burst });
const policy = (name: string) =>
  fc.record({
    name: fc.constant(name),
    quota: fc.integer({ min: 1, max: 1_000_000 }),
    windowSeconds: fc.constantFrom(1, 7, 60, 3_600),
    burst: fc.integer({ min: 1, max: 20 }),
  });

/** The remaining tokens and the seconds until the next one, by limit. */
function parsed(header: string): readonly { readonly r: number; readonly t: number }[] {
  return header.split(', ').map((item) => {
    const [, r, t] = /;r=(\d+);t=(\d+)$/.exec(item)!;
    return { r: Number(r), t: Number(t) };
  });
}

describe('takeTokens', () => {
  it('allows a burst, rejects the next request, and allows more requests as time passes', () => {
    const send = limited(perMinute(2));
    expect(send('a', 0).headers).toEqual({
      'ratelimit-policy': '"plugin";q=60;w=60;qb=2',
      ratelimit: '"plugin";r=1;t=1',
    });
    expect(send('a', 0).refused).toBeNull();
    expect(send('a', 100).refused).toMatchObject({ code: 'rate.limited', retryAfterSeconds: 1 });
    expect(send('a', 1_100).refused).toBeNull();
  });

  it('accepts a request after Retry-After, whatever the limits and the requests before', () => {
    fc.assert(
      fc.property(
        fc.array(policy('one'), { minLength: 1, maxLength: 3 }),
        fc.array(fc.double({ min: 0, max: 30_000, noNaN: true }), { maxLength: 60 }),
        (policies, pausesMs) => {
          const send = limited(...policies);
          let atMs = 0.25;
          for (const pauseMs of pausesMs) {
            atMs += pauseMs % 50;
            const { refused, headers } = send('a', atMs);
            const limits = parsed(headers['ratelimit']!);
            if (refused === null) continue;
            const seconds = refused.retryAfterSeconds!;
            expect(refused.params).toEqual({ retry_after_seconds: seconds });
            expect(Math.max(...limits.filter(({ r }) => r === 0).map(({ t }) => t))).toBe(seconds);
            atMs += seconds * 1_000;
            expect(send('a', atMs).refused).toBeNull();
          }
        },
      ),
    );
  });

  it('accepts at once exactly the requests that RateLimit announces', () => {
    fc.assert(
      fc.property(policy('one'), fc.integer({ min: 0, max: 999 }), (one, atMs) => {
        const send = limited(one);
        const [announced] = parsed(send('a', atMs).headers['ratelimit']!);
        let accepted = 0;
        while (send('a', atMs).refused === null) accepted += 1;
        expect(accepted).toBe(announced!.r);
      }),
    );
  });

  it('takes no token from any limit when one of them is empty', () => {
    const limits = [
      { ...perMinute(5), name: 'a' },
      { ...perMinute(1), name: 'b' },
    ];
    const send = limited(...limits);
    send('a', 0);
    for (let count = 0; count < 10; count += 1) expect(send('a', 0).refused).not.toBeNull();
    expect(parsed(send('a', 1_000).headers['ratelimit']!)[0]).toEqual({ r: 4, t: 1 });
  });

  it('limits each caller separately', () => {
    const send = limited(perMinute(1));
    send('a', 0);
    expect(send('a', 0).refused).toBeInstanceOf(Refused);
    expect(send('b', 0).refused).toBeNull();
  });

  it('drops the least recently used bucket when there are too many', () => {
    const send = limited(perMinute(1));
    send('first', 0);
    send('second', 0);
    expect(send('first', 0).refused).not.toBeNull();
    for (let caller = 0; caller < RateLimiter.MAX_BUCKETS - 1; caller += 1) send(`other-${caller}`, 0);
    expect(send('first', 0).refused).not.toBeNull();
    expect(send('second', 0).refused).toBeNull();
  });
});
