import { LRUCache } from 'lru-cache';
import { Refused } from './refused.js';

/** A token bucket: `burst` requests at once, refilled with `quota` tokens per window. */
export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  refilledAtMs: number;
}

/**
 * One token bucket per credential, in the memory of this process. With n gateways, a caller gets at most n times its
 * rate. The number of buckets is bounded: the least recently used bucket is dropped first, because it is the most
 * likely to be full again.
 */
export class RateLimiter {
  static readonly MAX_BUCKETS = 50_000;
  private readonly buckets = new LRUCache<string, Bucket>({ max: RateLimiter.MAX_BUCKETS });

  private readonly tokensPerMs: number;

  constructor(private readonly policy: RatePolicy) {
    this.tokensPerMs = policy.quota / (policy.windowSeconds * 1_000);
  }

  /**
   * Takes one token or throws `rate.limited`. In both cases, passes the rate-limit headers to `setHeader` (IETF
   * RateLimit draft 10).
   */
  take(caller: string, nowMs: number, setHeader: (name: string, value: string) => void): void {
    const bucket = this.refilled(caller, nowMs);
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= 1;
    const { name, quota, windowSeconds, burst } = this.policy;
    const nextMs = Math.max(0, (1 - bucket.tokens) / this.tokensPerMs);
    const nextSeconds = Math.max(1, Math.ceil(nextMs / 1000));
    setHeader('ratelimit-policy', `"${name}";q=${quota};w=${windowSeconds};qb=${burst}`);
    setHeader('ratelimit', `"${name}";r=${Math.floor(bucket.tokens)};t=${nextSeconds}`);
    if (!isAllowed) throw Refused.with('rate.limited', { retry_after_seconds: nextSeconds }, nextSeconds);
  }

  private refilled(caller: string, nowMs: number): Bucket {
    const { burst } = this.policy;
    const known = this.buckets.get(caller);
    if (known === undefined) {
      const full: Bucket = { tokens: burst, refilledAtMs: nowMs };
      this.buckets.set(caller, full);
      return full;
    }
    known.tokens = Math.min(burst, known.tokens + (nowMs - known.refilledAtMs) * this.tokensPerMs);
    known.refilledAtMs = nowMs;
    return known;
  }
}
