/** The largest price list that a manifest allows: a hundred plans of a hundred rates, with the longest keys. */
import { walletStream, type Wallet } from '../wallet/wallet.js';
import type { PriceList } from './price-list.js';

const keys = (prefix: string) =>
  Array.from({ length: 100 }, (_, index) => `${prefix}${String(index).padStart(64 - prefix.length, '0')}`);
const services = keys('service.');

/** The rate under plan number p is p + 1 micro-MU. */
export const LARGEST: PriceList = {
  services,
  ratesByPlan: Object.fromEntries(
    keys('plan.').map((plan, index) => [
      plan,
      Object.fromEntries(services.map((service) => [service, String(index + 1)])),
    ]),
  ),
};

/** The size of a wallet as it is stored with every charge. */
export function walletSizeBytes(wallet: Wallet): number {
  return Buffer.byteLength(JSON.stringify(walletStream.stateToJson?.(wallet)));
}
