/** The rates of a plan in micro-MU, the wallet's unit. */
import { parseMu } from './mu.js';

/** The highest rate, in MU per unit. */
export const MAX_RATE_MU = '1000000';

/**
 * The rates of one plan in micro-MU per unit, by service key. The plan must belong to a checked manifest. Throws for
 * a rate that is not an amount.
 */
export function ratesMicroMu(plan: { readonly rates: Readonly<Record<string, string>> }): Record<string, bigint> {
  return Object.fromEntries(Object.entries(plan.rates).map(([service, rate]) => [service, rateMicroMu(rate)]));
}

/** Converts one rate to micro-MU per unit. Throws for a text that is not an amount. */
export function rateMicroMu(rate: string): bigint {
  const micro = parseMu(rate);
  if (micro === null) throw new RangeError(`not a rate: ${JSON.stringify(rate)}`);
  return micro;
}
