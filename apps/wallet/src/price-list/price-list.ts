/**
 * What a plugin charges for its services under each of its plans. It is a stream of its own because it may be large
 * (a hundred plans of a hundred rates), while the wallet is written with every charge and needs one plan of it.
 */
import type { Fact, StreamType } from '@kushk/decider';

/** Service key → micro-MU per unit, as a decimal string. */
export type Rates = Readonly<Record<string, string>>;
export interface PriceList {
  /** All services that the plugin declares, also those that no plan gives a rate. */
  readonly services: readonly string[];
  readonly ratesByPlan: Readonly<Record<string, Rates>>;
}
/** What a wallet charges by. `rates` is null without a plan, or when the price list lacks the plan. */
export interface Prices {
  readonly services: readonly string[];
  readonly rates: Rates | null;
}

export type PriceListFact = Fact<'PriceListSet', { priceList: PriceList; at: string }>;

export const priceListStream: StreamType<PriceList, PriceListFact> = {
  category: 'price_list',
  initial: { services: [], ratesByPlan: {} },
  stateVersion: 1,
  evolve: (_priceList, fact) => fact.data.priceList,
};

export function pricesUnder({ services, ratesByPlan }: PriceList, plan: string | null): Prices {
  // A plan may be named like a property that every object has, such as `toString`.
  const rates = plan !== null && Object.hasOwn(ratesByPlan, plan) ? ratesByPlan[plan]! : null;
  return { services, rates };
}
