import { AuditEntries } from '@kushk/audit';
import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { Module } from '@nestjs/common';
import { OnClockAdvancedHandler } from './clock/on-clock-advanced/on-clock-advanced.handler.js';
import { ListAuditEntriesHandler } from './audit/list-audit-entries/list-audit-entries.handler.js';
import { AuditEntriesWorker } from './entries/audit-entries/audit-entries.worker.js';
import { EntryAudits } from './entries/audit-entries/entry-audits.view.js';
import { ListEntriesHandler } from './entries/list-entries/list-entries.handler.js';
import { WalletEntries } from './entries/entry-list.view.js';
import { ListTransactionsHandler } from './entries/list-transactions/list-transactions.handler.js';
import { WalletTransactions } from './entries/transaction-list.view.js';
import { ExpireHoldWorker } from './hold/expire-hold/expire-hold.worker.js';
import { GetHoldHandler } from './hold/get-hold/get-hold.handler.js';
import { OpenHolds } from './hold/hold.view.js';
import { HoldList } from './hold/list-holds/hold-list.view.js';
import { ListHoldsHandler } from './hold/list-holds/list-holds.handler.js';
import { PlaceHoldHandler } from './hold/place-hold/place-hold.handler.js';
import { EndedHolds } from './hold/prune-ended-holds/ended-holds.view.js';
import { PruneEndedHoldsWorker } from './hold/prune-ended-holds/prune-ended-holds.worker.js';
import { ReleaseHoldHandler } from './hold/release-hold/release-hold.handler.js';
import { SettleHoldHandler } from './hold/settle-hold/settle-hold.handler.js';
import { GetCarryOverHandler } from './remainder/get-carry-over/get-carry-over.handler.js';
import { GetLeftOverHandler } from './remainder/get-left-over/get-left-over.handler.js';
import { Remainders } from './remainder/get-left-over/remainders.view.js';
import { walletStore } from './store.module.js';
import { ConsumeMuHandler } from './wallet/consume-mu/consume-mu.handler.js';
import { FreezeWalletHandler } from './wallet/freeze-wallet/freeze-wallet.handler.js';
import { GetWalletHandler } from './wallet/get-wallet/get-wallet.handler.js';
import { GiftMuHandler } from './wallet/gift-mu/gift-mu.handler.js';
import { GetMonthlyUsageHandler } from './wallet/get-monthly-usage/get-monthly-usage.handler.js';
import { Usage } from './wallet/get-monthly-usage/usage.view.js';
import { ListMonthsHandler } from './wallet/list-months/list-months.handler.js';
import { SummariseWalletsHandler } from './wallet/summarise-wallets/summarise-wallets.handler.js';
import { OnCapabilitiesChangedHandler } from './wallet/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './wallet/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './wallet/on-installation-requested/on-installation-requested.handler.js';
import { OnPlanChangedHandler } from './wallet/on-plan-changed/on-plan-changed.handler.js';
import { PurchaseMuHandler } from './wallet/purchase-mu/purchase-mu.handler.js';
import { QuoteHandler } from './wallet/quote/quote.handler.js';
import { ReverseConsumptionHandler } from './wallet/reverse-consumption/reverse-consumption.handler.js';
import { RevokeMuHandler } from './wallet/revoke-mu/revoke-mu.handler.js';
import { SetBudgetHandler } from './wallet/set-budget/set-budget.handler.js';
import { SetThresholdHandler } from './wallet/set-threshold/set-threshold.handler.js';
import { UnfreezeWalletHandler } from './wallet/unfreeze-wallet/unfreeze-wallet.handler.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(walletStore)],
  providers: [
    AuditEntries,
    AuditEntriesWorker,
    EndedHolds,
    EntryAudits,
    ExpireHoldWorker,
    HoldList,
    OpenHolds,
    PruneEndedHoldsWorker,
    Remainders,
    Usage,
    WalletEntries,
    WalletTransactions,
  ],
  controllers: [
    OnClockAdvancedHandler,
    ListAuditEntriesHandler,
    ConsumeMuHandler,
    FreezeWalletHandler,
    GetCarryOverHandler,
    GetHoldHandler,
    GetLeftOverHandler,
    GetWalletHandler,
    GiftMuHandler,
    GetMonthlyUsageHandler,
    ListEntriesHandler,
    ListHoldsHandler,
    ListMonthsHandler,
    ListTransactionsHandler,
    PlaceHoldHandler,
    PurchaseMuHandler,
    QuoteHandler,
    ReleaseHoldHandler,
    ReverseConsumptionHandler,
    RevokeMuHandler,
    SetBudgetHandler,
    SetThresholdHandler,
    SettleHoldHandler,
    SummariseWalletsHandler,
    UnfreezeWalletHandler,
    OnCapabilitiesChangedHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
    OnPlanChangedHandler,
  ],
})
export class WalletModule {}
