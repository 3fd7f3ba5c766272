import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { Module } from '@nestjs/common';
import { ExpireHoldsHandler } from './hold/expire-holds/expire-holds.handler.js';
import { GetHoldHandler } from './hold/get-hold/get-hold.handler.js';
import { OpenHolds } from './hold/hold.view.js';
import { PlaceHoldHandler } from './hold/place-hold/place-hold.handler.js';
import { ReleaseHoldHandler } from './hold/release-hold/release-hold.handler.js';
import { SettleHoldHandler } from './hold/settle-hold/settle-hold.handler.js';
import { walletStore } from './store.module.js';
import { ConsumeMuHandler } from './wallet/consume-mu/consume-mu.handler.js';
import { GetWalletHandler } from './wallet/get-wallet/get-wallet.handler.js';
import { GrantMuHandler } from './wallet/grant-mu/grant-mu.handler.js';
import { MonthlyUsageHandler } from './wallet/monthly-usage/monthly-usage.handler.js';
import { Usage } from './wallet/monthly-usage/usage.view.js';
import { OnCapabilitiesChangedHandler } from './wallet/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './wallet/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './wallet/on-installation-requested/on-installation-requested.handler.js';
import { OnPlanChangedHandler } from './wallet/on-plan-changed/on-plan-changed.handler.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(walletStore)],
  providers: [ExpireHoldsHandler, OpenHolds, Usage],
  controllers: [
    ConsumeMuHandler,
    GetHoldHandler,
    GetWalletHandler,
    GrantMuHandler,
    MonthlyUsageHandler,
    PlaceHoldHandler,
    ReleaseHoldHandler,
    SettleHoldHandler,
    OnCapabilitiesChangedHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
    OnPlanChangedHandler,
  ],
})
export class WalletModule {}
