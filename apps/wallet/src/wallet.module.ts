import { AuditEntries } from '@kushk/audit';
import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { Module } from '@nestjs/common';
import { ListAuditEntriesHandler } from './audit/list-audit-entries/list-audit-entries.handler.js';
import { ExpireHoldWorker } from './hold/expire-hold/expire-hold.worker.js';
import { GetHoldHandler } from './hold/get-hold/get-hold.handler.js';
import { OpenHolds } from './hold/hold.view.js';
import { PlaceHoldHandler } from './hold/place-hold/place-hold.handler.js';
import { EndedHolds } from './hold/prune-ended-holds/ended-holds.view.js';
import { PruneEndedHoldsWorker } from './hold/prune-ended-holds/prune-ended-holds.worker.js';
import { ReleaseHoldHandler } from './hold/release-hold/release-hold.handler.js';
import { SettleHoldHandler } from './hold/settle-hold/settle-hold.handler.js';
import { walletStore } from './store.module.js';
import { ConsumeMuHandler } from './wallet/consume-mu/consume-mu.handler.js';
import { GetWalletHandler } from './wallet/get-wallet/get-wallet.handler.js';
import { GiftMuHandler } from './wallet/gift-mu/gift-mu.handler.js';
import { GetMonthlyUsageHandler } from './wallet/get-monthly-usage/get-monthly-usage.handler.js';
import { Usage } from './wallet/get-monthly-usage/usage.view.js';
import { OnCapabilitiesChangedHandler } from './wallet/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './wallet/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './wallet/on-installation-requested/on-installation-requested.handler.js';
import { OnPlanChangedHandler } from './wallet/on-plan-changed/on-plan-changed.handler.js';
import { PurchaseMuHandler } from './wallet/purchase-mu/purchase-mu.handler.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(walletStore)],
  providers: [AuditEntries, EndedHolds, ExpireHoldWorker, OpenHolds, PruneEndedHoldsWorker, Usage],
  controllers: [
    ListAuditEntriesHandler,
    ConsumeMuHandler,
    GetHoldHandler,
    GetWalletHandler,
    GiftMuHandler,
    GetMonthlyUsageHandler,
    PlaceHoldHandler,
    PurchaseMuHandler,
    ReleaseHoldHandler,
    SettleHoldHandler,
    OnCapabilitiesChangedHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
    OnPlanChangedHandler,
  ],
})
export class WalletModule {}
