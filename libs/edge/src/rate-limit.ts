import { Refused } from './refused.js';

/** A token bucket: `burst` requests at once, refilled at `quota` per window. */
export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * One bucket per credential, in memory of this process: with n gateways a caller gets at most n times its rate.
 * Full buckets are forgotten, and at most `MOST_BUCKETS` are kept, so that strangers cannot fill the memory.
 */
export class RateLimiter {
  static readonly MOST_BUCKETS = 50_000;
  private readonly buckets = new Map<string, Bucket>();

  private readonly perMs: number;

  constructor(private readonly policy: RatePolicy) {
    this.perMs = policy.quota / (policy.windowSeconds * 1_000);
  }

  /** Takes one token, or throws `rate.limited`; in both cases gives the caller the headers to send (IETF RateLimit draft 10). */
  take(caller: string, nowMs: number, headers: (name: string, value: string) => void): void {
    const bucket = this.refilled(caller, nowMs);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const { name, quota, windowSeconds, burst } = this.policy;
    const nextMs = Math.max(0, (1 - bucket.tokens) / this.perMs);
    const nextSeconds = Math.max(1, Math.ceil(nextMs / 1000));
    headers('ratelimit-policy', `"${name}";q=${quota};w=${windowSeconds};qb=${burst}`);
    headers('ratelimit', `"${name}";r=${Math.floor(bucket.tokens)};t=${nextSeconds}`);
    if (!allowed) throw Refused.with('rate.limited', { retry_after_seconds: nextSeconds }, nextSeconds);
  }

  private refilled(caller: string, nowMs: number): Bucket {
    const { burst } = this.policy;
    const known = this.buckets.get(caller);
    if (known) {
      known.tokens = Math.min(burst, known.tokens + (nowMs - known.at) * this.perMs);
      known.at = nowMs;
      return known;
    }
    if (this.buckets.size >= RateLimiter.MOST_BUCKETS) this.forgetFull(nowMs);
    const fresh: Bucket = { tokens: burst, at: nowMs };
    this.buckets.set(caller, fresh);
    return fresh;
  }

  private forgetFull(nowMs: number): void {
    const { burst } = this.policy;
    for (const [caller, bucket] of this.buckets) {
      if (bucket.tokens + (nowMs - bucket.at) * this.perMs >= burst) this.buckets.delete(caller);
    }
    const oldest = this.buckets.keys().next();
    if (this.buckets.size >= RateLimiter.MOST_BUCKETS && !oldest.done) this.buckets.delete(oldest.value);
  }
}
