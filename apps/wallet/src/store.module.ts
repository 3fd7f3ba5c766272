import type { StoreDefinition } from '@kushk/event-store';
import { holdStream } from './hold/hold.js';
import { holdPublic } from './hold/hold.public.js';
import { OpenHoldRow, openHolds } from './hold/hold.view.js';
import { priceListStream } from './price-list/price-list.js';
import {
  MonthlyTotalsRow,
  ServiceUsageRow,
  monthlyTotals,
  serviceUsage,
} from './wallet/get-monthly-usage/usage.view.js';
import { walletStream } from './wallet/wallet.js';
import { walletPublic } from './wallet/wallet.public.js';

/** The streams of this service, the views over them and the facts that it publishes. */
export const walletStore: StoreDefinition = {
  service: 'wallet',
  streams: [walletStream, priceListStream, holdStream],
  views: [openHolds, serviceUsage, monthlyTotals],
  publications: [walletPublic, holdPublic],
  entities: [OpenHoldRow, ServiceUsageRow, MonthlyTotalsRow],
  migrations: new URL('./migrations/', import.meta.url),
};
