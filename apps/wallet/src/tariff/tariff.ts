/**
 * What a plugin asks for its services, under every one of its plans. It is a stream of its own, because it may be large
 * (a hundred plans of a hundred rates) and the wallet, which is written with every charge, needs one plan of it.
 */
import type { Fact, StreamType } from '@kushk/decider';

/** Plan key → service key → micro-MU per unit, as a decimal string. */
export type Rates = Readonly<Record<string, Readonly<Record<string, string>>>>;
export interface Tariff {
  readonly services: readonly string[];
  readonly rates: Rates;
}

export type TariffFact = Fact<'TariffSet', { tariff: Tariff; at: string }>;
export interface TariffState {
  /** Null also for a wallet that was opened before tariffs had a stream, and whose tariff has not changed since: it has all plans itself. */
  readonly tariff: Tariff | null;
}

export const tariffStream: StreamType<TariffState, TariffFact> = {
  category: 'tariff',
  initial: { tariff: null },
  stateVersion: 1,
  evolve: (_state, fact) => ({ tariff: fact.data.tariff }),
};

/** The part that a wallet with this plan charges by. */
export function onlyPlan({ services, rates }: Tariff, plan: string | null): Tariff {
  const active = plan !== null && Object.hasOwn(rates, plan) ? rates[plan] : undefined;
  return { services, rates: plan === null || active === undefined ? {} : { [plan]: active } };
}
