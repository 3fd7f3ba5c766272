import { LRUCache } from 'lru-cache';
import { Refused } from './refused.js';

/** A token bucket: `burst` requests at once, refilled with `quota` tokens per window. All three are whole numbers. */
export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly burst: number;
}

/**
 * The content of a bucket, in credits. A token is `windowSeconds * 1,000` credits, and a bucket gains `quota` credits
 * per millisecond. So all amounts are whole numbers, and a token that is announced for a millisecond is there in that
 * millisecond; fractions of tokens would be a rounding error short of it.
 */
interface Bucket {
  credits: number;
  refilledAtMs: number;
}

/** Passes one response header on. */
export type SetHeader = (name: string, value: string) => void;

/**
 * One token bucket per key, in the memory of this process. With n gateways, a caller gets at most n times its rate.
 * The number of buckets is bounded: the least recently used bucket is dropped first, because it is the most likely to
 * be full again.
 */
export class RateLimiter {
  static readonly MAX_BUCKETS = 50_000;
  private readonly buckets = new LRUCache<string, Bucket>({ max: RateLimiter.MAX_BUCKETS });
  private readonly creditsPerToken: number;
  private readonly maxCredits: number;

  constructor(readonly policy: RatePolicy) {
    this.creditsPerToken = policy.windowSeconds * 1_000;
    this.maxCredits = policy.burst * this.creditsPerToken;
  }

  /** Returns how many whole tokens the bucket of `key` has. `nowMs` must not decrease between calls. */
  remaining(key: string, nowMs: number): number {
    return Math.floor(this.refilled(key, nowMs).credits / this.creditsPerToken);
  }

  /** Returns the milliseconds until the bucket of `key` has one whole token more than `remaining`. */
  untilNextMs(key: string, nowMs: number): number {
    const { credits } = this.refilled(key, nowMs);
    return Math.ceil((this.creditsPerToken - (credits % this.creditsPerToken)) / this.policy.quota);
  }

  /** Takes one token. The bucket must have one: see `remaining`. */
  take(key: string, nowMs: number): void {
    this.refilled(key, nowMs).credits -= this.creditsPerToken;
  }

  /** Returns one token that `take` took. */
  giveBack(key: string, nowMs: number): void {
    const bucket = this.refilled(key, nowMs);
    bucket.credits = Math.min(this.maxCredits, bucket.credits + this.creditsPerToken);
  }

  private refilled(key: string, nowMs: number): Bucket {
    const atMs = Math.floor(nowMs);
    const known = this.buckets.get(key);
    if (known === undefined) {
      const full: Bucket = { credits: this.maxCredits, refilledAtMs: atMs };
      this.buckets.set(key, full);
      return full;
    }
    const elapsedMs = Math.max(0, atMs - known.refilledAtMs);
    known.credits = Math.min(this.maxCredits, known.credits + elapsedMs * this.policy.quota);
    known.refilledAtMs += elapsedMs;
    return known;
  }
}

/** One limit that a request counts against, and the key of its bucket. */
export interface LimitedBy {
  readonly limiter: RateLimiter;
  readonly key: string;
}

/**
 * Takes one token from every limit, or none and throws `rate.limited` when one of them has no token. `Retry-After` is
 * the time after which every limit has a token, so that one further request is accepted. In both cases, passes the
 * rate-limit headers of all limits to `setHeader` (IETF RateLimit draft 10): `r` requests remain, and `t` seconds
 * later there is one more.
 */
export function takeTokens(limits: readonly LimitedBy[], nowMs: number, setHeader: SetHeader): void {
  if (limits.length === 0) return;
  const empty = limits.filter(({ limiter, key }) => limiter.remaining(key, nowMs) < 1);
  if (empty.length === 0) for (const { limiter, key } of limits) limiter.take(key, nowMs);
  setHeader('ratelimit-policy', limits.map(({ limiter }) => policyItem(limiter.policy)).join(', '));
  setHeader(
    'ratelimit',
    limits
      .map(
        ({ limiter, key }) =>
          `"${limiter.policy.name}";r=${limiter.remaining(key, nowMs)};t=${secondsUntilNext(limiter, key, nowMs)}`,
      )
      .join(', '),
  );
  if (empty.length === 0) return;
  const seconds = Math.max(...empty.map(({ limiter, key }) => secondsUntilNext(limiter, key, nowMs)));
  throw Refused.with('rate.limited', { retry_after_seconds: seconds }, seconds);
}

function policyItem({ name, quota, windowSeconds, burst }: RatePolicy): string {
  return `"${name}";q=${quota};w=${windowSeconds};qb=${burst}`;
}

function secondsUntilNext(limiter: RateLimiter, key: string, nowMs: number): number {
  return Math.max(1, Math.ceil(limiter.untilNextMs(key, nowMs) / 1_000));
}
