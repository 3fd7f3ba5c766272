/** The wallet that the unit tests of this service use. It has one rate: 0.25 MU per page. */
import type { PriceList } from '../src/price-list/price-list.js';
import { priceListStream, pricesUnder } from '../src/price-list/price-list.js';
import { remainderStream } from '../src/remainder/remainder.js';
import type { ConsumeMu } from '../src/wallet/consume-mu/consume-mu.js';
import type { OpenWallet } from '../src/wallet/open-wallet/open-wallet.js';
import type { WalletFact } from '../src/wallet/wallet-facts.js';
import { walletStream } from '../src/wallet/wallet-stream.js';

export const at = '2026-11-20T08:00:00.000Z';
export const priceList: PriceList = {
  services: ['ocr.page', 'ocr.table'],
  ratesByPlan: { basic: { 'ocr.page': '250000' } },
};

export const openBasic: OpenWallet = {
  installationId: 'ins_1',
  organisationId: 'org_1',
  plan: 'basic',
  priceList,
  carriedId: 'car_1',
  month: '2026-11',
  at,
};
/** The streams of an installation that has no wallet yet. */
export const noWallet = {
  wallet: [walletStream],
  priceList: [priceListStream],
  remainder: [remainderStream],
} as const;
export const opened: Extract<WalletFact, { type: 'WalletOpened' }> = {
  type: 'WalletOpened',
  data: {
    installationId: 'ins_1',
    organisationId: 'org_1',
    plan: 'basic',
    prices: pricesUnder(priceList, 'basic'),
    at,
  },
};
export const closed: WalletFact = { type: 'WalletClosed', data: { at } };
export const pageCosts = (microMu: string): WalletFact => ({
  type: 'PricesChanged',
  data: { prices: { services: priceList.services, rates: { 'ocr.page': microMu } }, at },
});
export const granted = (amountMicroMu: bigint, kind: 'gift' | 'purchase' = 'gift'): WalletFact => ({
  type: 'MuGranted',
  data: {
    id: 'grt_1',
    kind,
    amountMicroMu: String(amountMicroMu),
    reference: null,
    note: null,
    by: 'per_1',
    month: '2026-11',
    at,
  },
});
/** A hold that reserves the whole amount for one unit of a service. */
export const heldMu = (holdId: string, amountMicroMu: string, service = 'ocr.page') =>
  ({
    type: 'MuHeld',
    data: {
      ...{ holdId, service, count: 1, rateMicroMu: amountMicroMu, amountMicroMu },
      ...{ reference: null, month: '2026-11', at },
    },
  }) as const;

export const consumePages = (count: number, overrides: Partial<ConsumeMu> = {}): ConsumeMu => ({
  id: 'chg_1',
  service: 'ocr.page',
  count,
  reference: null,
  month: '2026-11',
  at,
  ...overrides,
});
