import { AuditEntries } from '@kushk/audit';
import { BrokerModule, clockHandlers, ControlChannel, leases } from '@kushk/broker';
import { instanceClock } from '@kushk/contracts';
import { EventStore, EventStoreModule, StoreBusy } from '@kushk/event-store';
import { CONFIG, newId, log, now, realNow, type Config } from '@kushk/runtime';
import { Evaluator, ThreadEvaluator } from '@kushk/runtime/evaluation';
import { Module, type Provider } from '@nestjs/common';
import { GrantAccessHandler } from './access/grant-access/grant-access.handler.js';
import { RefuseAccessCodeHandler } from './access/refuse-access-code/refuse-access-code.handler.js';
import { RequestAccessHandler } from './access/request-access/request-access.handler.js';
import { ListAuditEntriesHandler } from './audit/list-audit-entries/list-audit-entries.handler.js';
import { AuthenticateTokenHandler } from './installation/authenticate-token/authenticate-token.handler.js';
import { TokenReader } from './installation/authenticate-tokens/token-reader.js';
import { AuthenticateTokensHandler } from './installation/authenticate-tokens/authenticate-tokens.handler.js';
import { ChangePlanHandler } from './installation/change-plan/change-plan.handler.js';
import { ChangeSettingsHandler } from './installation/change-settings/change-settings.handler.js';
import { SettingsPreparation } from './installation/change-settings/settings-preparation.js';
import { ReadinessRecorder } from './installation/confirm-readiness/readiness-recorder.js';
import { ChangeUpdatePolicyHandler } from './installation/change-update-policy/change-update-policy.handler.js';
import { VersionPreparation } from './installation/follow-version/version-preparation.js';
import { MoveToVersionHandler } from './installation/move-to-version/move-to-version.handler.js';
import { ConsentPreparation } from './installation/consent-to-version/consent-preparation.js';
import { ConsentToVersionHandler } from './installation/consent-to-version/consent-to-version.handler.js';
import { DeclineVersionHandler } from './installation/decline-version/decline-version.handler.js';
import { FindPageHostHandler } from './installation/find-page-host/find-page-host.handler.js';
import { GetInstallationHandler } from './installation/get-installation/get-installation.handler.js';
import { GetManifestHandler } from './installation/get-manifest/get-manifest.handler.js';
import { GetManySettingsHandler } from './installation/get-many-settings/get-many-settings.handler.js';
import { GetPageHandler } from './installation/get-page/get-page.handler.js';
import { GetSettingsHandler } from './installation/get-settings/get-settings.handler.js';
import { GetUpdateHandler } from './installation/get-update/get-update.handler.js';
import { InstallPreparation } from './installation/install/install-preparation.js';
import { IssuePageHandleHandler } from './installation/issue-page-handle/issue-page-handle.handler.js';
import { InstallHandler } from './installation/install/install.handler.js';
import { InstallationResources, apiBaseOf } from './installation/installation-resources.js';
import { InstallationSecrets } from './installation/installation-secrets.js';
import { InstallationUpdater } from './installation/installation-updater.js';
import { InstallationSettings } from './installation/installation-settings.view.js';
import { Installations } from './installation/installation.view.js';
import { CountRemovalsHandler } from './installation/count-removals/count-removals.handler.js';
import { ListForUsageHandler } from './installation/list-for-usage/list-for-usage.handler.js';
import { ListInstallationsHandler } from './installation/list-installations/list-installations.handler.js';
import { ListPagesHandler } from './installation/list-pages/list-pages.handler.js';
import { OnContainerListeningHandler } from './installation/on-container-listening/on-container-listening.handler.js';
import { OnInstallationReadyHandler } from './installation/on-installation-ready/on-installation-ready.handler.js';
import { OnInstalledAbandonedHandler } from './installation/on-installed-abandoned/on-installed-abandoned.handler.js';
import { OnInstalledAnsweredHandler } from './installation/on-installed-answered/on-installed-answered.handler.js';
import { OnWalletOpenedHandler } from './installation/on-wallet-opened/on-wallet-opened.handler.js';
import { PauseInstallationHandler } from './installation/pause-installation/pause-installation.handler.js';
import { ReadCredentialsHandler } from './installation/read-credentials/read-credentials.handler.js';
import { RemoveInstallationHandler } from './installation/remove-installation/remove-installation.handler.js';
import { VersionRenewer } from './installation/renew-for-version/version-renewer.js';
import { ReopenVersionHandler } from './installation/reopen-version/reopen-version.handler.js';
import { RenewCredentialsHandler } from './installation/renew-credentials/renew-credentials.handler.js';
import { ResumeInstallationHandler } from './installation/resume-installation/resume-installation.handler.js';
import { RotateCredentialHandler } from './installation/rotate-credential/rotate-credential.handler.js';
import { Deprecations } from './deprecation/deprecations.view.js';
import { Accesses } from './access/access.view.js';
import { OnAccessEndedHandler } from './access/on-access-ended/on-access-ended.handler.js';
import { OnDeprecationChangedHandler } from './deprecation/on-deprecation-changed/on-deprecation-changed.handler.js';
import { TitledInstallations } from './installation/titled-installations.js';
import { SettingsReader } from './installation/settings-reader.js';
import { ReleaseEvaluator } from './listing/evaluate-release/release-evaluator.js';
import { GetListingHandler } from './listing/get-listing/get-listing.handler.js';
import { ListListingsHandler } from './listing/list-listings/list-listings.handler.js';
import { ListVersionsHandler } from './listing/list-versions/list-versions.handler.js';
import { DeferredReleases, Listings, Manifests } from './listing/listing.view.js';
import { PluginTitles } from './listing/plugin-titles.view.js';
import { OnReleaseStatusChangedHandler } from './listing/on-release-status-changed/on-release-status-changed.handler.js';
import { OnReleaseSuspendedHandler } from './listing/on-release-suspended/on-release-suspended.handler.js';
import { DevelopmentPublisher } from './listing/publish-for-development/development-publisher.js';
import { PublishForDevelopmentHandler } from './listing/publish-for-development/publish-for-development.handler.js';
import { ReconnectInstallationHandler } from './installation/reconnect-installation/reconnect-installation.handler.js';
import { ReevaluateReleasesWorker } from './listing/reevaluate-release/reevaluate-releases.worker.js';
import { OnRolloutChangedHandler } from './rollout/on-rollout-changed/on-rollout-changed.handler.js';
import { OnRolloutStoppedHandler } from './rollout/on-rollout-stopped/on-rollout-stopped.handler.js';
import { RolloutRecorder } from './rollout/rollout-recorder.js';
import { StoreCatalogue } from './listing/store-catalogue.js';
import { ListSigningKeysHandler } from './signing-key/list-signing-keys/list-signing-keys.handler.js';
import { RecordSoftwareVersionWorker } from './software/record-software-version/record-software-version.worker.js';
import { installationStore } from './store.module.js';
import { InstallationLeases } from './token-lease/installation-leases.js';
import { StoredLeaseHolders } from './token-lease/lease-holders.view.js';
import { EndLeasesHandler } from './installation/end-leases/end-leases.handler.js';
import { EndToolCallHandler } from './tool/end-tool-call/end-tool-call.handler.js';
import { ListToolsHandler } from './tool/list-tools/list-tools.handler.js';
import { OpenToolCalls } from './tool/open-tool-calls.view.js';
import { PrepareToolCallHandler } from './tool/prepare-tool-call/prepare-tool-call.handler.js';
import { ToolCallOpener } from './tool/prepare-tool-call/tool-call-opener.js';

const plainClasses: Provider[] = [
  {
    provide: InstallationLeases,
    inject: [StoredLeaseHolders, ControlChannel, EventStore],
    useFactory: (holders: StoredLeaseHolders, channel: ControlChannel, events: EventStore) =>
      new InstallationLeases(leases.grant(channel, holders)).revokeAfterCommands(events),
  },
  {
    provide: TokenReader,
    inject: [Installations, OpenToolCalls],
    useFactory: (installations: Installations, calls: OpenToolCalls) => new TokenReader(installations, calls),
  },
  {
    provide: InstallationSecrets,
    inject: [CONFIG],
    useFactory: (config: Config) => new InstallationSecrets(config),
  },
  {
    provide: InstallationResources,
    inject: [CONFIG],
    useFactory: (config: Config) => new InstallationResources(config),
  },
  {
    provide: TitledInstallations,
    inject: [InstallationResources, PluginTitles, Deprecations],
    useFactory: (resources: InstallationResources, titles: PluginTitles, deprecations: Deprecations) =>
      new TitledInstallations(resources, titles, deprecations),
  },
  {
    provide: SettingsReader,
    inject: [InstallationSettings, InstallationSecrets],
    useFactory: (stored: InstallationSettings, secrets: InstallationSecrets) => new SettingsReader(stored, secrets),
  },
  {
    provide: StoreCatalogue,
    inject: [Listings, Manifests, Installations, Deprecations, CONFIG],
    useFactory: (...[listings, manifests, installations, deprecations, { containers }]: CatalogueDependencies) =>
      new StoreCatalogue({ listings, manifests, installations, deprecations, containerDriver: containers.driver }),
  },
  { provide: Evaluator, useFactory: () => new ThreadEvaluator() },
  {
    provide: SettingsPreparation,
    inject: [Manifests, InstallationSecrets, Evaluator],
    useFactory: (manifests: Manifests, secrets: InstallationSecrets, evaluator: Evaluator) =>
      new SettingsPreparation(manifests, secrets, evaluator),
  },
  {
    provide: VersionPreparation,
    inject: [Manifests, InstallationSecrets, Evaluator],
    useFactory: (manifests: Manifests, secrets: InstallationSecrets, evaluator: Evaluator) =>
      new VersionPreparation(manifests, secrets, evaluator),
  },
  {
    provide: ConsentPreparation,
    inject: [Manifests, InstallationSecrets, Evaluator],
    useFactory: (manifests: Manifests, secrets: InstallationSecrets, evaluator: Evaluator) =>
      new ConsentPreparation(manifests, secrets, evaluator),
  },
  {
    provide: InstallPreparation,
    inject: [StoreCatalogue, InstallationSecrets, Evaluator, CONFIG],
    useFactory: (...[catalogue, secrets, evaluator, config]: InstallDependencies) =>
      new InstallPreparation({
        catalogue,
        secrets,
        evaluator,
        newId,
        now,
        apiBaseOf: (id) => apiBaseOf(config, id),
        containerDriver: config.containers.driver,
      }),
  },
  {
    provide: ReadinessRecorder,
    inject: [EventStore, InstallationSecrets],
    useFactory: (events: EventStore, secrets: InstallationSecrets) => new ReadinessRecorder({ events, secrets, now }),
  },
  {
    provide: VersionRenewer,
    inject: [EventStore, InstallationSecrets],
    useFactory: (events: EventStore, secrets: InstallationSecrets) => new VersionRenewer({ events, secrets, now }),
  },
  {
    provide: ToolCallOpener,
    inject: [OpenToolCalls, CONFIG],
    useFactory: (calls: OpenToolCalls, { sealingKeys }: Config) =>
      new ToolCallOpener({ calls, sealingKeys, newId, now: realNow }),
  },
  {
    provide: ReleaseEvaluator,
    inject: [EventStore, CONFIG, Evaluator],
    useFactory: (events: EventStore, config: Config, evaluator: Evaluator) =>
      new ReleaseEvaluator({ events, config, now, evaluator }),
  },
  {
    provide: InstallationUpdater,
    inject: [EventStore, StoreCatalogue, Installations, VersionPreparation, InstallationSecrets],
    useFactory: (...[events, catalogue, installations, preparation, secrets]: UpdaterDependencies) =>
      new InstallationUpdater({
        events,
        catalogue,
        installations,
        preparation,
        placesOf: (id) => secrets.placesOf(id),
        now,
        busy,
      }),
  },
  {
    provide: RolloutRecorder,
    inject: [EventStore, CONFIG],
    useFactory: (events: EventStore, config: Config) =>
      new RolloutRecorder({ events, config, now, warn: (fields, message) => log.warn(fields, message) }),
  },
  {
    provide: DevelopmentPublisher,
    inject: [EventStore, ReleaseEvaluator, InstallationUpdater, Evaluator, CONFIG],
    useFactory: (...[events, releases, installations, evaluator, config]: PublisherDependencies) =>
      new DevelopmentPublisher({ events, releases, installations, evaluator, config, now }),
  },
];

type CatalogueDependencies = [Listings, Manifests, Installations, Deprecations, Config];
type InstallDependencies = [StoreCatalogue, InstallationSecrets, Evaluator, Config];
type UpdaterDependencies = [EventStore, StoreCatalogue, Installations, VersionPreparation, InstallationSecrets];
type PublisherDependencies = [EventStore, ReleaseEvaluator, InstallationUpdater, Evaluator, Config];

function busy(message: string): Error {
  return new StoreBusy(message);
}

@Module({
  imports: [BrokerModule, EventStoreModule.register(installationStore)],
  providers: [
    AuditEntries,
    DeferredReleases,
    Installations,
    InstallationSettings,
    Listings,
    Manifests,
    PluginTitles,
    Deprecations,
    Accesses,
    OpenToolCalls,
    RecordSoftwareVersionWorker,
    ReevaluateReleasesWorker,
    StoredLeaseHolders,
    ...plainClasses,
  ],
  controllers: [
    ...clockHandlers(instanceClock),
    ListAuditEntriesHandler,
    RequestAccessHandler,
    GrantAccessHandler,
    RefuseAccessCodeHandler,
    AuthenticateTokenHandler,
    AuthenticateTokensHandler,
    ChangePlanHandler,
    ChangeSettingsHandler,
    ChangeUpdatePolicyHandler,
    ConsentToVersionHandler,
    DeclineVersionHandler,
    ReopenVersionHandler,
    EndLeasesHandler,
    EndToolCallHandler,
    GetInstallationHandler,
    GetListingHandler,
    GetManifestHandler,
    GetManySettingsHandler,
    FindPageHostHandler,
    GetPageHandler,
    GetSettingsHandler,
    GetUpdateHandler,
    InstallHandler,
    IssuePageHandleHandler,
    CountRemovalsHandler,
    ListForUsageHandler,
    ListInstallationsHandler,
    ListListingsHandler,
    ListVersionsHandler,
    ListPagesHandler,
    ListSigningKeysHandler,
    ListToolsHandler,
    MoveToVersionHandler,
    PauseInstallationHandler,
    PrepareToolCallHandler,
    PublishForDevelopmentHandler,
    ReadCredentialsHandler,
    ReconnectInstallationHandler,
    RemoveInstallationHandler,
    RenewCredentialsHandler,
    ResumeInstallationHandler,
    RotateCredentialHandler,
    OnContainerListeningHandler,
    OnInstallationReadyHandler,
    OnInstalledAbandonedHandler,
    OnInstalledAnsweredHandler,
    OnReleaseStatusChangedHandler,
    OnReleaseSuspendedHandler,
    OnDeprecationChangedHandler,
    OnAccessEndedHandler,
    OnRolloutChangedHandler,
    OnRolloutStoppedHandler,
    OnWalletOpenedHandler,
  ],
})
export class InstallationModule {}
