import { describe, expect, it } from '@jest/globals';
import { LEASE_MS } from '@kushk/contracts';
import fc from 'fast-check';
import { LeaseCache } from './lease-cache.js';
import type { Moment } from './lease-clock.js';
import { REVOCATION_WAIT_MS } from './lease-grants.js';

describe('LeaseCache', () => {
  const clock = { monotonicMs: 0, wallMs: 0 };
  const newCache = (maxBytes = 1_000_000) =>
    new LeaseCache<{ of: string }>(maxBytes, {
      now: (): Moment => ({ ...clock }),
      sleep: () => new Promise(() => undefined),
      nextTurn: () => Promise.resolve(),
    });
  const loaded = (subject: string, leaseMs = LEASE_MS) => ({ value: { of: subject }, subject, leaseMs });
  /** Whether the cache has the value; a value that it has not is loaded without a lease. */
  const has = async (cache: LeaseCache<{ of: string }>, key: string): Promise<boolean> =>
    (await cache.read(key, async () => loaded('missing', 0))).of !== 'missing';
  const store = (cache: LeaseCache<{ of: string }>, key: string, subject: string) =>
    cache.read(key, async () => loaded(subject));

  it('counts a lease from the sending of the question, on the clock that is ahead', async () => {
    const cache = newCache();
    await cache.read('k', async () => {
      clock.monotonicMs += LEASE_MS - 1;
      return loaded('a');
    });
    expect(await has(cache, 'k')).toBe(true);
    clock.wallMs += LEASE_MS;
    expect(await has(cache, 'k')).toBe(false);
    expect(LEASE_MS).toBeLessThan(REVOCATION_WAIT_MS);
  });

  it('forgets the values of the revoked subjects, and all values when their subjects are unknown', async () => {
    const cache = newCache();
    for (const subject of ['a', 'b', 'c']) await store(cache, `k ${subject}`, subject);
    cache.revoke(['a', 'b']);
    expect([await has(cache, 'k a'), await has(cache, 'k b'), await has(cache, 'k c')]).toEqual([false, false, true]);
    cache.revoke(null);
    expect(cache.size).toEqual({ bytes: 0, values: 0 });
  });

  it('stores no result of a question that was sent before a revocation', async () => {
    const cache = newCache();
    for (const revoked of [['a'], null]) {
      await cache.read('k', async () => {
        cache.revoke(revoked);
        return loaded('a');
      });
      expect(await has(cache, 'k')).toBe(false);
    }
    await store(cache, 'k', 'a');
    expect(await has(cache, 'k')).toBe(true);
  });

  it('stores nothing after it was closed', async () => {
    const cache = newCache();
    await store(cache, 'before', 'a');
    cache.close();
    await store(cache, 'after', 'a');
    expect([await has(cache, 'before'), await has(cache, 'after')]).toEqual([false, false]);
  });

  it('stays within its bytes and replaces the oldest values', async () => {
    const maxBytes = 64 * 600;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 400 }), async (numbers) => {
        const cache = newCache(maxBytes);
        for (const n of numbers) {
          await store(cache, `k ${n}`, `s ${n}`);
          expect(cache.size.bytes).toBeLessThanOrEqual(maxBytes);
        }
        const last = numbers.at(-1);
        if (last !== undefined) expect(await has(cache, `k ${last}`)).toBe(true);
      }),
    );
  });
});
