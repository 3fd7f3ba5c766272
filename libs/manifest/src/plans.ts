/** The rates of a plan in the wallet's unit. */
import { parseMu } from './mu.js';

/** The highest rate, in MU per unit. */
export const MAX_RATE_MU = '1000000';

/**
 * The rates of one plan in micro-MU per unit, by service key. The plan belongs to a checked manifest; a rate that is no
 * amount throws.
 */
export function ratesMicroMu(plan: { readonly rates: Readonly<Record<string, string>> }): Record<string, bigint> {
  return Object.fromEntries(Object.entries(plan.rates).map(([service, rate]) => [service, rateMicroMu(rate)]));
}

/** One rate in micro-MU per unit. A text that is no amount throws. */
export function rateMicroMu(rate: string): bigint {
  const micro = parseMu(rate);
  if (micro === null) throw new RangeError(`not a rate: ${JSON.stringify(rate)}`);
  return micro;
}
