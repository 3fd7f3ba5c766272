/** How often a caller may come to a route: by its credential, and once more where the route has a rate of its own. */
import { RateLimiter } from '@kushk/edge';
import type { Entered } from '../authentication/caller.js';
import type { RateLimits } from './rate-limits.config.js';
import type { Route } from './route.js';

type Headers = (name: string, value: string) => void;

/** Takes one from every limit, or throws `rate.limited`; gives the headers of all that were asked, the tightest included. */
export type RateGate = (entered: Entered<unknown>, nowMs: number, headers: Headers) => void;

/** One gate per route; routes of one door share its limiter. */
export function rateGates(limits: RateLimits): (route: Pick<Route, 'door' | 'rate'>) => RateGate {
  const limiters = new Map(Object.entries(limits).map(([name, policy]) => [name, new RateLimiter(policy)]));
  return ({ door, rate }) => {
    const asked = [limiters.get(door), rate === null ? undefined : limiters.get(rate)].filter(
      (limiter) => limiter !== undefined,
    );
    return ({ name, credential }, nowMs, headers) => {
      const said = new Map<string, string[]>();
      const say: Headers = (header, value) => {
        said.set(header, [...(said.get(header) ?? []), value]);
        headers(header, said.get(header)!.join(', '));
      };
      for (const limiter of asked) limiter.take(credential ?? name, nowMs, say);
    };
  };
}
