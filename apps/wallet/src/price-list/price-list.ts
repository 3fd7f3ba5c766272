/**
 * The rates that a plugin charges for its services, by plan. The price list is a separate stream because it may be
 * large (a hundred plans with a hundred rates each). The wallet is written with every charge and needs only the rates
 * of its plan.
 */
import type { Fact, StreamType } from '@kushk/decider';

/** Maps a service key to micro-MU per unit, as a decimal string. */
export type Rates = Readonly<Record<string, string>>;
export interface PriceList {
  /** All services that the plugin declares, including those without a rate in any plan. */
  readonly services: readonly string[];
  readonly ratesByPlan: Readonly<Record<string, Rates>>;
}
/**
 * The prices that a wallet charges. `rates` is null when the wallet has no plan, or when the price list does not
 * contain the plan.
 */
export interface Prices {
  readonly services: readonly string[];
  readonly rates: Rates | null;
}

export type PriceListFact = Fact<'PriceListSet', { priceList: PriceList; at: string }>;

export const priceListStream: StreamType<PriceList, PriceListFact> = {
  category: 'price_list',
  factTypes: { PriceListSet: true },
  initial: { services: [], ratesByPlan: {} },
  stateVersion: 1,
  evolve: (_priceList, fact) => fact.data.priceList,
};

export function pricesUnder({ services, ratesByPlan }: PriceList, plan: string | null): Prices {
  // Reads own properties only: a plan may be named like a property that every object inherits, such as `toString`.
  const rates = plan !== null && Object.hasOwn(ratesByPlan, plan) ? ratesByPlan[plan]! : null;
  return { services, rates };
}
