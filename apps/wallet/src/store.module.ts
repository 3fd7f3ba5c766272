import type { StoreDefinition } from '@kushk/event-store';
import { holdStream } from './hold/hold.js';
import { holdPublic } from './hold/hold.public.js';
import { HoldRow, openHolds } from './hold/hold.view.js';
import { Views0001 } from './migrations/0001-views.js';
import { tariffStream } from './tariff/tariff.js';
import { MonthlyTotalsRow, ServiceUsageRow, monthlyTotals, serviceUsage } from './wallet/monthly-usage/usage.view.js';
import { walletStream } from './wallet/wallet.js';
import { walletPublic } from './wallet/wallet.public.js';

/** The log of this service: its streams, what is read from them, and what leaves it. */
export const walletStore: StoreDefinition = {
  service: 'wallet',
  streams: [walletStream, tariffStream, holdStream],
  views: [openHolds, serviceUsage, monthlyTotals],
  publications: [walletPublic, holdPublic],
  entities: [HoldRow, ServiceUsageRow, MonthlyTotalsRow],
  migrations: [Views0001],
};
