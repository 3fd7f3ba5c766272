import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hashCredential } from '@kushk/credentials';
import { codeEntry, RateLimiter, Refused, takeTokens, type RatePolicy, type SetHeader } from '@kushk/edge';
import { limitedAddress } from './client-address.js';

/** A request that is about to be authenticated. */
export interface AuthenticationAttempt {
  /** The address of the client (docs/deployment/proxy-and-sign-in.md). */
  readonly ip: string;
  /**
   * What is authenticated, such as the value of the `Authorization` header. Without it there is no credential that a
   * client could guess.
   */
  readonly credential: string | undefined;
  /** The time on the clock of `performance.now()`. */
  readonly nowMs: number;
  readonly setHeader: SetHeader;
}

const ACCEPTED_MAX_COUNT = 50_000;
const ACCEPTED_TTL_MS = 3_600_000;
const DIGEST_BYTES = 32;
const UNAUTHORIZED = 401;

/**
 * Limits failed authentication per client address, before any service is asked (docs/reference/limits.md, Failed
 * authentication). Anyone can compute the checksum of a key or a token, and anyone can sign in at the provider, so
 * without this limit each guess would cost a request to a service.
 *
 * Each attempt takes a token from the bucket of its address, and gets it back when it succeeds. So the limit also
 * holds for attempts in parallel. A credential that this process accepted within the last hour is not limited: others
 * behind the same address cannot lock out a client that works. It is still authenticated on every request, and loses
 * that exemption when it fails. All memory is bounded: buckets and accepted credentials by count, of equal size.
 */
export class FailedAuthenticationLimit {
  private readonly limiter: RateLimiter;
  /** Digests, under a key of this process, of the credentials that were accepted. */
  private readonly accepted = new LRUCache<string, true>({ max: ACCEPTED_MAX_COUNT, ttl: ACCEPTED_TTL_MS });
  private readonly digestKey = randomBytes(DIGEST_BYTES);

  constructor(policy: RatePolicy) {
    this.limiter = new RateLimiter(policy);
  }

  /** Runs `authenticate`. Throws `rate.limited` instead when too many attempts of the address have failed. */
  async run<Result>(attempt: AuthenticationAttempt, authenticate: () => Promise<Result>): Promise<Result> {
    const { credential: sent, ip, nowMs, setHeader } = attempt;
    if (sent === undefined) return authenticate();
    const credential = hashCredential(this.digestKey, sent);
    const key = limitedAddress(ip);
    const isExempt = this.accepted.has(credential);
    if (!isExempt) this.reserve(key, nowMs, setHeader);
    try {
      const result = await authenticate();
      this.accepted.set(credential, true);
      if (!isExempt) this.limiter.giveBack(key, nowMs);
      return result;
    } catch (error) {
      if (isFailedAuthentication(error)) {
        this.accepted.delete(credential);
        if (isExempt && this.limiter.remaining(key, nowMs) >= 1) this.limiter.take(key, nowMs);
      } else if (!isExempt) this.limiter.giveBack(key, nowMs);
      throw error;
    }
  }

  /** Takes a token. A client sees the headers of this limit only when it is over the limit. */
  private reserve(key: string, nowMs: number, setHeader: SetHeader): void {
    const headers = new Map<string, string>();
    try {
      takeTokens([{ limiter: this.limiter, key }], nowMs, (name, value) => headers.set(name, value));
    } catch (error) {
      for (const [name, value] of headers) setHeader(name, value);
      throw error;
    }
  }
}

/** Runs the authentication of one request within the limit. */
export type LimitFailures = <Result>(
  attempt: AuthenticationAttempt,
  authenticate: () => Promise<Result>,
) => Promise<Result>;

/** Returns the limit of this process. Without a policy, nothing is limited. */
export function limitFailures(policy: RatePolicy | undefined): LimitFailures {
  if (policy === undefined) return (_attempt, authenticate) => authenticate();
  const limit = new FailedAuthenticationLimit(policy);
  return (attempt, authenticate) => limit.run(attempt, authenticate);
}

/**
 * Whether the credential itself was refused (401). A missing role or scope (403) refuses what a valid credential wants,
 * and a service that is down shows nothing about it.
 */
function isFailedAuthentication(error: unknown): boolean {
  return error instanceof Refused && error.code.startsWith('auth.') && codeEntry(error.code)?.status === UNAUTHORIZED;
}
