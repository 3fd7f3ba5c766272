import { AuditEntryRow, auditViews } from '@kushk/audit';
import type { StoreDefinition } from '@kushk/event-store';
import { walletAudits } from './audit/wallet-audit.js';
import { walletChanges } from './changes/wallet-changes.public.js';
import { WalletEntryRow, walletEntries } from './entries/wallet-entries.view.js';
import { holdStream } from './hold/hold.js';
import { holdPublic } from './hold/hold.public.js';
import { OpenHoldRow, openHolds } from './hold/hold.view.js';
import { EndedHoldRow, endedHolds } from './hold/prune-ended-holds/ended-holds.view.js';
import { priceListStream } from './price-list/price-list.js';
import { remainderStream } from './remainder/remainder.js';
import {
  MonthlyTotalsRow,
  ServiceUsageRow,
  monthlyTotals,
  serviceUsage,
} from './wallet/get-monthly-usage/usage.view.js';
import { reversalStream } from './reversal/reversal.js';
import { walletStream } from './wallet/wallet-stream.js';
import { walletPublic } from './wallet/wallet.public.js';

const streams = [walletStream, priceListStream, holdStream, reversalStream, remainderStream];

/** The streams of this service, the views over them and the facts that it publishes. */
export const walletStore: StoreDefinition = {
  service: 'wallet',
  streams,
  views: [openHolds, endedHolds, serviceUsage, monthlyTotals, walletEntries, ...auditViews(streams, walletAudits)],
  publications: [walletPublic, holdPublic],
  listChanges: walletChanges,
  entities: [OpenHoldRow, EndedHoldRow, ServiceUsageRow, MonthlyTotalsRow, WalletEntryRow, AuditEntryRow],
  migrations: new URL('./migrations/', import.meta.url),
};
