import { accept, type Decision } from '@kushk/decider';
import { pricesUnder, type PriceList } from '../../price-list/price-list.js';
import { allows } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import type { Wallet } from '../wallet.js';

/** Changes the plan of a wallet. Open holds keep the rate at which they were placed. */
export function choosePlan(
  { plan, at }: { readonly plan: string; readonly at: string },
  { wallet, priceList }: { wallet: Wallet; priceList: PriceList },
): Decision<{ wallet: WalletFact[] }, null> {
  if (!allows(wallet, 'changePrices') || wallet.plan === plan) return accept({ wallet: [] }, null);
  return accept(
    {
      wallet: [
        { type: 'PricesChanged', data: { prices: pricesUnder(priceList, plan), at } },
        { type: 'PlanChosen', data: { plan, at } },
      ],
    },
    null,
  );
}
