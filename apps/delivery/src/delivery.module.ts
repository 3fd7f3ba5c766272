import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { ConfigModule } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { CallQueue } from './dispatch/call-queue.view.js';
import { Dispatch } from './dispatch/dispatch.handler.js';
import { Deliveries } from './dispatch/list-deliveries/deliveries.view.js';
import { ListDeliveriesHandler } from './dispatch/list-deliveries/list-deliveries.handler.js';
import { RedeliverHandler } from './dispatch/redeliver/redeliver.handler.js';
import { Retention } from './dispatch/retention.view.js';
import { Endpoints } from './endpoint/endpoint.view.js';
import { OnAvailabilityChangedHandler } from './endpoint/on-availability-changed/on-availability-changed.handler.js';
import { OnCapabilitiesChangedHandler } from './endpoint/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnCredentialsReleasedHandler } from './endpoint/on-credentials-released/on-credentials-released.handler.js';
import { OnCredentialsRenewedHandler } from './endpoint/on-credentials-renewed/on-credentials-renewed.handler.js';
import { OnInstallationInstalledHandler } from './endpoint/on-installation-installed/on-installation-installed.handler.js';
import { OnInstallationRemovedHandler } from './endpoint/on-installation-removed/on-installation-removed.handler.js';
import { OnSigningSecretRotatedHandler } from './endpoint/on-signing-secret-rotated/on-signing-secret-rotated.handler.js';
import { OnInstallationRequestedHandler } from './endpoint/on-installation-requested/on-installation-requested.handler.js';
import { Announcer } from './feed/announce/announcer.handler.js';
import { OnHoldExpiredHandler } from './feed/on-hold-expired/on-hold-expired.handler.js';
import { OnPlanChangedHandler } from './feed/on-plan-changed/on-plan-changed.handler.js';
import { OnProposalSettledHandler } from './feed/on-proposal-settled/on-proposal-settled.handler.js';
import { OnSettingsChangedHandler } from './feed/on-settings-changed/on-settings-changed.handler.js';
import { OnWalletRanLowHandler } from './feed/on-wallet-ran-low/on-wallet-ran-low.handler.js';
import { FeedPages } from './feed/poll-events/feed-page.view.js';
import { FeedWatch } from './feed/poll-events/feed-watch.handler.js';
import { PollEventsHandler } from './feed/poll-events/poll-events.handler.js';
import { deliveryStore } from './store.module.js';
import { CallToolHandler } from './tool/call-tool/call-tool.handler.js';
import { ToolCaller } from './tool/call-tool/tool-caller.handler.js';

@Module({
  imports: [ConfigModule, BrokerModule, EventStoreModule.register(deliveryStore)],
  providers: [Announcer, CallQueue, Deliveries, Dispatch, Endpoints, FeedPages, FeedWatch, Retention, ToolCaller],
  controllers: [
    CallToolHandler,
    ListDeliveriesHandler,
    OnAvailabilityChangedHandler,
    OnCapabilitiesChangedHandler,
    OnCredentialsReleasedHandler,
    OnCredentialsRenewedHandler,
    OnHoldExpiredHandler,
    OnInstallationInstalledHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
    OnSigningSecretRotatedHandler,
    OnPlanChangedHandler,
    OnProposalSettledHandler,
    OnSettingsChangedHandler,
    OnWalletRanLowHandler,
    PollEventsHandler,
    RedeliverHandler,
  ],
})
export class DeliveryModule {}
