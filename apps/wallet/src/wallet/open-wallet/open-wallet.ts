import { accept, type Decision } from '@kushk/decider';
import { pricesUnder, type PriceList, type PriceListFact } from '../../price-list/price-list.js';
import { allows } from '../status-rules.js';
import type { Wallet, WalletFact } from '../wallet.js';

export interface OpenWallet {
  readonly installationId: string;
  readonly organisationId: string;
  readonly plan: string | null;
  readonly priceList: PriceList;
  readonly at: string;
}

/** Opens the wallet of a new installation. A repeated fact changes nothing. */
export function openWallet(
  command: OpenWallet,
  { wallet }: { wallet: Wallet },
): Decision<{ wallet: WalletFact[]; priceList: PriceListFact[] }, null> {
  if (!allows(wallet, 'open')) return accept({ wallet: [], priceList: [] }, null);
  const { priceList, ...opened } = command;
  return accept(
    {
      wallet: [{ type: 'WalletOpened', data: { ...opened, prices: pricesUnder(priceList, command.plan) } }],
      priceList: [{ type: 'PriceListSet', data: { priceList, at: command.at } }],
    },
    null,
  );
}
