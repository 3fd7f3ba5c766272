/**
 * The largest price list that a manifest allows: a hundred plans with a hundred rates each, and keys of the maximum
 * length.
 */
import { walletStream } from '../src/wallet/wallet-stream.js';
import type { Wallet } from '../src/wallet/wallet.js';
import type { PriceList } from '../src/price-list/price-list.js';

const keys = (prefix: string) =>
  Array.from({ length: 100 }, (_, index) => `${prefix}${String(index).padStart(64 - prefix.length, '0')}`);
const services = keys('service.');

/** All rates of the plan at index i are i + 1 micro-MU. */
export const LARGEST: PriceList = {
  services,
  ratesByPlan: Object.fromEntries(
    keys('plan.').map((plan, index) => [
      plan,
      Object.fromEntries(services.map((service) => [service, String(index + 1)])),
    ]),
  ),
};

/** Returns the size of the wallet state that is stored with every charge. */
export function walletSizeBytes(wallet: Wallet): number {
  return Buffer.byteLength(JSON.stringify(walletStream.stateToJson?.(wallet)));
}
