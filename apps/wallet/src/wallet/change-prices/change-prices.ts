import { accept, type Decision } from '@kushk/decider';
import { pricesUnder, type PriceList, type PriceListFact } from '../../price-list/price-list.js';
import { allows } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import type { Wallet } from '../wallet.js';

export interface ChangePrices {
  readonly priceList: PriceList;
  /** The new plan; null keeps the current plan. */
  readonly plan: string | null;
  readonly at: string;
}

/** Applies the price list of a new version of the plugin. Open holds keep the rate at which they were placed. */
export function changePrices(
  command: ChangePrices,
  { wallet }: { wallet: Wallet },
): Decision<{ wallet: WalletFact[]; priceList: PriceListFact[] }, null> {
  if (!allows(wallet, 'changePrices')) return accept({ wallet: [], priceList: [] }, null);
  const { priceList, at } = command;
  const plan = command.plan ?? wallet.plan;
  const facts: WalletFact[] = [{ type: 'PricesChanged', data: { prices: pricesUnder(priceList, plan), at } }];
  if (plan !== null && plan !== wallet.plan) facts.push({ type: 'PlanChosen', data: { plan, at } });
  return accept({ wallet: facts, priceList: [{ type: 'PriceListSet', data: { priceList, at } }] }, null);
}
