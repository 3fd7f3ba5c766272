import type { Rates } from '../../price-list/price-list.js';

/** Units of one service that were charged. */
interface Use {
  readonly service: string;
  readonly count: string;
}

/**
 * The micro-MU that a use costs at the rates of a plan; null without a plan or without use. A service that has no rate
 * any more is refused, and costs nothing.
 */
export function costAt(rates: Rates | null, used: readonly Use[]): bigint | null {
  if (rates === null || used.length === 0) return null;
  return used.reduce((sum, { service, count }) => {
    return Object.hasOwn(rates, service) ? sum + BigInt(count) * BigInt(rates[service]!) : sum;
  }, 0n);
}
