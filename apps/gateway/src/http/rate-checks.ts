import { RateLimiter, takeTokens, type SetHeader } from '@kushk/edge';
import type { Authenticated } from '../authentication/caller.js';
import type { RateLimits } from './rate-limits.config.js';
import type { Route } from './route.js';

/**
 * Takes one token from each rate limit of the route, or throws `rate.limited`. Sets the headers of all limits that
 * were checked.
 */
export type RateCheck = (caller: Authenticated<unknown>, nowMs: number, setHeader: SetHeader) => void;

/**
 * Creates one check per route: the limit of the credential, and the route's own limit if it has one. Several routes
 * can share a limiter.
 */
export function rateChecks(limits: RateLimits): (route: Pick<Route, 'callerKind' | 'extraRateLimit'>) => RateCheck {
  const limiters = new Map(Object.entries(limits).map(([name, policy]) => [name, new RateLimiter(policy)]));
  return ({ callerKind, extraRateLimit }) => {
    const checked = [callerKind, ...(extraRateLimit === null ? [] : [extraRateLimit])]
      .map((name) => limiters.get(name))
      .filter((limiter) => limiter !== undefined);
    return ({ name, credential }, nowMs, setHeader) =>
      takeTokens(
        checked.map((limiter) => ({ limiter, key: credential ?? name })),
        nowMs,
        setHeader,
      );
  };
}
