import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

describe('ConcurrencyLimiter', () => {
  it('limits running calls per key and in total, and starts the first queued call that the limits allow', () => {
    const limiter = new ConcurrencyLimiter({ perKey: 1, total: 2, maxQueuedPerKey: 5 });
    const started: string[] = [];
    const acquire = (key: string, name: string): unknown => limiter.acquire(key, () => started.push(name));
    acquire('a', 'a1');
    acquire('a', 'a2');
    acquire('b', 'b1');
    acquire('c', 'c1');
    expect(started).toEqual(['a1', 'b1']);
    limiter.release('b');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    limiter.release('a');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('does not start a call that was removed from the queue', () => {
    const limiter = new ConcurrencyLimiter({ perKey: 1, total: 1, maxQueuedPerKey: 5 });
    const started: string[] = [];
    limiter.acquire('a', () => started.push('first'));
    const leave = limiter.acquire('a', () => started.push('cancelled'));
    limiter.acquire('a', () => started.push('last'));
    leave?.();
    limiter.release('a');
    expect(started).toEqual(['first', 'last']);
  });

  it('limits the queue of one key without affecting other keys', () => {
    const limiter = new ConcurrencyLimiter({ perKey: 1, total: 2, maxQueuedPerKey: 2 });
    const started: string[] = [];
    const acquire = (key: string, name: string): boolean => limiter.acquire(key, () => started.push(name)) !== null;
    expect(['a1', 'a2', 'a3', 'a4'].map((name) => acquire('a', name))).toEqual([true, true, true, false]);
    expect(acquire('b', 'b1')).toBe(true);
    limiter.release('a');
    expect(started).toEqual(['a1', 'b1', 'a2']);
    expect(acquire('a', 'a5')).toBe(true);
  });
});
