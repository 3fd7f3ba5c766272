import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { CONFIG, KeyedSignal, type Config } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { OnClockAdvancedHandler } from './clock/on-clock-advanced/on-clock-advanced.handler.js';
import { AttemptLog } from './delivery/attempt-log.view.js';
import { CircuitChanges } from './delivery/circuit-changes.view.js';
import { CircuitStore } from './delivery/circuits.view.js';
import { DeliveryQueue } from './delivery/delivery-queue.view.js';
import { Deliveries } from './delivery/list-deliveries/deliveries.view.js';
import { ListDeliveriesHandler } from './delivery/list-deliveries/list-deliveries.handler.js';
import { RedeliverHandler } from './delivery/redeliver/redeliver.handler.js';
import { CancelledCalls } from './delivery/cancelled-calls.view.js';
import { Redeliveries } from './delivery/redeliver/redeliveries.view.js';
import { Resumptions } from './delivery/resume-deliveries/resumptions.view.js';
import { Retention } from './delivery/retention.view.js';
import { EventQuota } from './delivery/event-quota.view.js';
import { RetentionWorker } from './delivery/retention.worker.js';
import { RedeliverRangeHandler } from './delivery/redeliver-range/redeliver-range.handler.js';
import { ResumeDeliveriesHandler } from './delivery/resume-deliveries/resume-deliveries.handler.js';
import { Endpoints } from './endpoint/endpoint.view.js';
import { GetHealthHandler } from './endpoint/get-health/get-health.handler.js';
import { Health } from './endpoint/get-health/health.view.js';
import { OnAvailabilityChangedHandler } from './endpoint/on-availability-changed/on-availability-changed.handler.js';
import { OnCapabilitiesChangedHandler } from './endpoint/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnVersionFailedHandler } from './endpoint/on-version-failed/on-version-failed.handler.js';
import { OnContainerListeningHandler } from './endpoint/on-container-listening/on-container-listening.handler.js';
import { OnCredentialsReleasedHandler } from './endpoint/on-credentials-released/on-credentials-released.handler.js';
import { AbandonMovesWorker } from './endpoint/abandon-moves/abandon-moves.worker.js';
import { DueMoves } from './endpoint/abandon-moves/due-moves.view.js';
import { OnMoveStartedHandler } from './endpoint/on-move-started/on-move-started.handler.js';
import { OnCredentialsReplacedHandler } from './endpoint/on-credentials-replaced/on-credentials-replaced.handler.js';
import { OnCredentialsRenewedHandler } from './endpoint/on-credentials-renewed/on-credentials-renewed.handler.js';
import { OnInstallationInstalledHandler } from './endpoint/on-installation-installed/on-installation-installed.handler.js';
import { OnInstallationRemovedHandler } from './endpoint/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './endpoint/on-installation-requested/on-installation-requested.handler.js';
import { OnSigningSecretRotatedHandler } from './endpoint/on-signing-secret-rotated/on-signing-secret-rotated.handler.js';
import { AppendTestEventHandler } from './feed/append-test-event/append-test-event.handler.js';
import { OnBalanceLowHandler } from './feed/on-balance-low/on-balance-low.handler.js';
import { OnHoldExpiredHandler } from './feed/on-hold-expired/on-hold-expired.handler.js';
import { OnPlanChangedHandler } from './feed/on-plan-changed/on-plan-changed.handler.js';
import { OnProposalSettledHandler } from './feed/on-proposal-settled/on-proposal-settled.handler.js';
import { OnProposalUndoneHandler } from './feed/on-proposal-undone/on-proposal-undone.handler.js';
import { OnSourceReviewedHandler } from './feed/on-source-reviewed/on-source-reviewed.handler.js';
import { OnSettingsChangedHandler } from './feed/on-settings-changed/on-settings-changed.handler.js';
import { EventPolls } from './feed/poll-events/event-polls.view.js';
import { FeedNotifications } from './feed/poll-events/feed-notifications.js';
import { FeedPages } from './feed/poll-events/feed-page.view.js';
import { SimulateOutageHandler } from './endpoint/simulate-outage/simulate-outage.handler.js';
import { PollEventsHandler } from './feed/poll-events/poll-events.handler.js';
import { OnListingAvailabilityChangedHandler } from './release/on-listing-availability-changed/on-listing-availability-changed.handler.js';
import { CheckPageHandler } from './page/check-page/check-page.handler.js';
import { PageChecker } from './page/check-page/page-checker.js';
import { CountCallsHandler } from './release/count-calls/count-calls.handler.js';
import { CountCallsWorker } from './release/count-calls/count-calls.worker.js';
import { ReleaseCounts } from './release/count-calls/release-counts.view.js';
import { PageHeadersClient } from './page/check-page/page-headers.client.js';
import { PluginConnector } from './outbound/plugin-connector.client.js';
import { SigningSecrets } from './outbound/signing-secrets.js';
import { ReportHealthWorker } from './endpoint/report-health/report-health.worker.js';
import { UnhealthyEndpoints } from './endpoint/report-health/unhealthy-endpoints.view.js';
import { CircuitChangesWorker } from './sending/circuit-changes.worker.js';
import { DeliveryWorkerFactory } from './sending/delivery-worker-factory.client.js';
import { DeliveryWorkers } from './sending/delivery-workers.worker.js';
import { OpenCircuitsWorker } from './sending/open-circuits.worker.js';
import { deliveryStore } from './store.module.js';
import { CallToolHandler } from './tool/call-tool/call-tool.handler.js';
import { ToolCalls } from './tool/call-tool/tool-calls.view.js';
import { ToolClient } from './tool/call-tool/tool.client.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(deliveryStore)],
  providers: [
    AttemptLog,
    CircuitChanges,
    CircuitChangesWorker,
    OpenCircuitsWorker,
    CircuitStore,
    CountCallsWorker,
    Deliveries,
    DeliveryQueue,
    {
      provide: DeliveryWorkerFactory,
      inject: [CONFIG, DeliveryQueue, AttemptLog, PluginConnector],
      useFactory: (config: Config, queue: DeliveryQueue, ...[attemptLog, connector]: [AttemptLog, PluginConnector]) =>
        new DeliveryWorkerFactory({ config, queue, attemptLog, connector }),
    },
    DeliveryWorkers,
    Endpoints,
    EventPolls,
    EventQuota,
    FeedPages,
    {
      provide: SigningSecrets,
      inject: [CONFIG],
      useFactory: ({ sealingKeys }: Config) => new SigningSecrets(sealingKeys),
    },
    { provide: FeedNotifications, useFactory: () => new FeedNotifications(new KeyedSignal()) },
    Health,
    PageHeadersClient,
    PluginConnector,
    {
      provide: PageChecker,
      inject: [PageHeadersClient],
      useFactory: (client: PageHeadersClient) => new PageChecker((url) => client.get(url)),
    },
    Redeliveries,
    ReleaseCounts,
    Resumptions,
    CancelledCalls,
    Retention,
    AbandonMovesWorker,
    DueMoves,
    ReportHealthWorker,
    UnhealthyEndpoints,
    RetentionWorker,
    ToolCalls,
    ToolClient,
  ],
  controllers: [
    OnClockAdvancedHandler,
    AppendTestEventHandler,
    CallToolHandler,
    CheckPageHandler,
    CountCallsHandler,
    GetHealthHandler,
    ListDeliveriesHandler,
    OnAvailabilityChangedHandler,
    OnBalanceLowHandler,
    OnCapabilitiesChangedHandler,
    OnContainerListeningHandler,
    OnVersionFailedHandler,
    OnCredentialsReleasedHandler,
    OnCredentialsRenewedHandler,
    OnCredentialsReplacedHandler,
    OnMoveStartedHandler,
    OnHoldExpiredHandler,
    OnInstallationInstalledHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
    OnListingAvailabilityChangedHandler,
    OnPlanChangedHandler,
    OnProposalSettledHandler,
    OnProposalUndoneHandler,
    OnSettingsChangedHandler,
    OnSigningSecretRotatedHandler,
    OnSourceReviewedHandler,
    PollEventsHandler,
    RedeliverHandler,
    RedeliverRangeHandler,
    ResumeDeliveriesHandler,
    SimulateOutageHandler,
  ],
})
export class DeliveryModule {}
