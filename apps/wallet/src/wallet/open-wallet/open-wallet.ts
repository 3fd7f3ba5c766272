import { accept, type Decision } from '@kushk/decider';
import { pricesUnder, type PriceList, type PriceListFact } from '../../price-list/price-list.js';
import type { Remainder, RemainderFact } from '../../remainder/remainder.js';
import { allows } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import type { Wallet } from '../wallet.js';

export interface OpenWallet {
  readonly installationId: string;
  readonly organisationId: string;
  readonly plan: string | null;
  readonly priceList: PriceList;
  /** The id of the entry that carries the remainder of an earlier installation in. */
  readonly carriedId: string;
  readonly month: string;
  readonly at: string;
}
interface Facts {
  readonly wallet: WalletFact[];
  readonly priceList: PriceListFact[];
  readonly remainder: RemainderFact[];
}

/**
 * Opens the wallet of a new installation, with the purchased MU and the limits that earlier installations of the plugin
 * have left. It opens frozen when the removed wallet was frozen. A repeated fact changes nothing.
 */
export function openWallet(
  command: OpenWallet,
  { wallet, remainder }: { wallet: Wallet; remainder: Remainder },
): Decision<{ wallet: WalletFact[]; priceList: PriceListFact[]; remainder: RemainderFact[] }, null> {
  if (!allows(wallet, 'open')) return accept({ wallet: [], priceList: [], remainder: [] }, null);
  const { priceList, carriedId, month, ...opened } = command;
  const { installationId, plan, at } = command;
  const { microMu, frozen, limits } = remainder;
  const facts: Facts = {
    wallet: [{ type: 'WalletOpened', data: { ...opened, prices: pricesUnder(priceList, plan) } }],
    priceList: [{ type: 'PriceListSet', data: { priceList, at } }],
    remainder: [{ type: 'InstallationOpened', data: { installationId, takenMicroMu: microMu, at } }],
  };
  if (microMu !== '0')
    facts.wallet.push({ type: 'MuCarriedIn', data: { id: carriedId, amountMicroMu: microMu, month, at } });
  if (limits !== null) facts.wallet.push({ type: 'LimitsCarriedIn', data: { ...limits, at } });
  if (frozen !== null) facts.wallet.push({ type: 'WalletFrozen', data: frozen });
  return accept(facts, null);
}
