/** Rates of a plan as the wallet counts them. */
import { parseMu } from './mu.js';

/** The highest rate: MU per unit (contract §4). */
export const MAX_RATE_MU = '1000000';

/**
 * The rates of one plan in micro-MU per unit, by service key. Takes the plan of a manifest that has been checked;
 * throws where a rate is no amount.
 */
export function ratesMicroMu(plan: { readonly rates: Readonly<Record<string, string>> }): Record<string, bigint> {
  return Object.fromEntries(Object.entries(plan.rates).map(([service, rate]) => [service, rateMicroMu(rate)]));
}

/** One rate in micro-MU per unit; throws where the text is no amount. */
export function rateMicroMu(rate: string): bigint {
  const micro = parseMu(rate);
  if (micro === null) throw new RangeError(`not a rate: ${JSON.stringify(rate)}`);
  return micro;
}
