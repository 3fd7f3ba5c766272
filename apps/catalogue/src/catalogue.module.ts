import { AuditEntries } from '@kushk/audit';
import { BrokerModule, CALLER_STREAMS, clockHandlers } from '@kushk/broker';
import { catalogue, catalogueSessions, HUB_LEAD_ROLE, HUB_ROLES, hubClock } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, EventStoreModule } from '@kushk/event-store';
import { PersonRoles, personSessionHandlers, personSessionProviders } from '@kushk/person-session';
import { CONFIG, KeyedSignal, log, type Config } from '@kushk/runtime';
import { ownAddresses } from '@kushk/runtime/guarded-connector';
import { Evaluator, ThreadEvaluator } from '@kushk/runtime/evaluation';
import { FirstAppointment, staffHandlers, StaffRows } from '@kushk/staff';
import { Module, type Provider } from '@nestjs/common';
import { ListAuditEntriesHandler } from './audit/list-audit-entries/list-audit-entries.handler.js';
import { callerStreams } from './caller/caller-streams.js';
import { DeprecatePluginHandler } from './deprecation/deprecate-plugin/deprecate-plugin.handler.js';
import { EndDeprecationHandler } from './deprecation/end-deprecation/end-deprecation.handler.js';
import { Evaluations } from './evaluation/evaluations.view.js';
import { OnListingEvaluatedHandler } from './evaluation/on-listing-evaluated/on-listing-evaluated.handler.js';
import { ImageChecks } from './image/image-checks.js';
import { ImageModule } from './image/image.module.js';
import { InstancesSoftware } from './instance/instance-software.view.js';
import { Instances } from './instance/instances.view.js';
import { Accesses } from './access-code/accesses.view.js';
import { EndAccessHandler } from './access-code/end-access/end-access.handler.js';
import { ListAccessesHandler } from './access-code/list-accesses/list-accesses.handler.js';
import { AccessCodes } from './access-code/access-codes.view.js';
import { CreateAccessCodeHandler } from './access-code/create-access-code/create-access-code.handler.js';
import { EndAccessCodeHandler } from './access-code/end-access-code/end-access-code.handler.js';
import { FindAccessCodeHandler } from './access-code/find-access-code/find-access-code.handler.js';
import { ListAccessCodesHandler } from './access-code/list-access-codes/list-access-codes.handler.js';
import { RedeemAccessCodeHandler } from './access-code/redeem-access-code/redeem-access-code.handler.js';
import { ListInstanceKeysHandler } from './instance/list-instance-keys/list-instance-keys.handler.js';
import { InstancesHealth } from './instance/list-instances/instance-health.view.js';
import { ListInstancesHandler } from './instance/list-instances/list-instances.handler.js';
import { OnSoftwareVersionChangedHandler } from './instance/on-software-version-changed/on-software-version-changed.handler.js';
import { RegisterInstanceHandler } from './instance/register-instance/register-instance.handler.js';
import { RemoveInstanceHandler } from './instance/remove-instance/remove-instance.handler.js';
import { RotateInstanceLinkHandler } from './instance/rotate-instance-link/rotate-instance-link.handler.js';
import { FleetSync } from './instance/sync-fleet/fleet-sync.worker.js';
import { NatsAccounts } from './instance/sync-fleet/nats-accounts.client.js';
import { AuthenticateKeyHandler } from './key/authenticate-key/authenticate-key.handler.js';
import { IssueKeyHandler } from './key/issue-key/issue-key.handler.js';
import { KeyUses } from './key/key-uses.js';
import { Keys } from './key/keys.view.js';
import { ListKeysHandler } from './key/list-keys/list-keys.handler.js';
import { RevokeKeyHandler } from './key/revoke-key/revoke-key.handler.js';
import { AddMemberHandler } from './member/add-member/add-member.handler.js';
import { AuthenticateMemberHandler } from './member/authenticate-member/authenticate-member.handler.js';
import { ListMembersHandler } from './member/list-members/list-members.handler.js';
import { ListPublishersOfPersonHandler } from './member/list-publishers-of-person/list-publishers-of-person.handler.js';
import { PublisherMembers } from './member/members.view.js';
import { RemoveMemberHandler } from './member/remove-member/remove-member.handler.js';
import { HubRoles } from './person-session/hub-roles.js';
import { ListPluginSummariesHandler } from './plugin/list-plugin-summaries/list-plugin-summaries.handler.js';
import { ListPluginsHandler } from './plugin/list-plugins/list-plugins.handler.js';
import { mailProviders } from './mail/hub-mail.js';
import { notificationHandlers } from './notification/notification-handlers.js';
import { pluginStream } from './plugin/plugin.js';
import { Plugins } from './plugin/plugins.view.js';
import { AddPublisherHandler } from './publisher/add-publisher/add-publisher.handler.js';
import { ListPublishersHandler } from './publisher/list-publishers/list-publishers.handler.js';
import { Publishers } from './publisher/publishers.view.js';
import { CheckReleaseHandler } from './release/check-release/check-release.handler.js';
import { ReleaseComments } from './release/comment-on-release/release-comments.view.js';
import { GetManifestHandler } from './release/get-manifest/get-manifest.handler.js';
import { GetReleaseForStaffHandler } from './release/get-release-for-staff/get-release-for-staff.handler.js';
import { GetReleaseHistoryHandler } from './release/get-release-history/get-release-history.handler.js';
import { ReleaseEvents } from './release/get-release-history/release-events.view.js';
import { GetReleaseHandler } from './release/get-release/get-release.handler.js';
import { FindReleasesHandler } from './release/find-releases/find-releases.handler.js';
import { FoundReleases } from './release/find-releases/found-releases.view.js';
import { ListReleasesHandler } from './release/list-releases/list-releases.handler.js';
import { PublishReleaseHandler } from './release/publish-release/publish-release.handler.js';
import { AuthenticateAccountHandler } from './registry-token/authenticate-account/authenticate-account.handler.js';
import { GetRegistryHandler } from './registry-token/get-registry/get-registry.handler.js';
import { IssueTokenHandler } from './registry-token/issue-token/issue-token.handler.js';
import { PrepareReturnHandler } from './release/prepare-return/prepare-return.handler.js';
import { ReleaseChanges } from './release/release-changes.js';
import { ReleaseReader } from './release/release-reader.js';
import { Releases } from './release/releases.view.js';
import { reviewHandlers } from './release/review-handlers.js';
import { ResumeReleaseHandler } from './release/resume-release/resume-release.handler.js';
import { ReturnPreparer, type ReturnSources } from './release/return-release/return-preparer.js';
import { ReturnReleaseHandler } from './release/return-release/return-release.handler.js';
import { releaseAndPlugin } from './release/status-change.js';
import { StatusChangePreparer } from './release/status-change-preparer.js';
import { SubmissionPreparer, type SubmissionSources } from './release/submit-release/submission-preparer.js';
import { submissionStreams } from './release/submit-release/submit-release.js';
import { SubmitReleaseHandler } from './release/submit-release/submit-release.handler.js';
import { SuspendReleaseHandler } from './release/suspend-release/suspend-release.handler.js';
import { WithdrawReleaseHandler } from './release/withdraw-release/withdraw-release.handler.js';
import { ListSigningKeysHandler } from './signing/list-signing-keys/list-signing-keys.handler.js';
import { StatusSigner } from './signing/status-signer.js';
import { AdvanceRolloutsWorker } from './rollout/advance-rollout/advance-rollouts.worker.js';
import { rolloutHandlers } from './rollout/rollout-handlers.js';
import { RolloutReports } from './rollout/rollout-reports.view.js';
import { Rollouts } from './rollout/rollouts.view.js';
import { catalogueStore } from './store.module.js';
import { AddTrustHandler } from './trust/add-trust/add-trust.handler.js';
import { EndTrustHandler } from './trust/end-trust/end-trust.handler.js';
import { ExchangeTokenHandler } from './trust/exchange-token/exchange-token.handler.js';
import { TokenVerifier } from './trust/exchange-token/token-verifier.client.js';
import { ListTrustsHandler } from './trust/list-trusts/list-trusts.handler.js';
import { Trusts } from './trust/trusts.view.js';
import { InstallationUsages } from './usage/installation-usage.view.js';
import { usageHandlers } from './usage/usage-handlers.js';
import { UsageReports } from './usage/usage-reports.view.js';
import { CloseDueStatementsWorker } from './usage-statement/close-due-statements/close-due-statements.worker.js';
import { StatementSources, UsageStatementRows } from './usage-statement/usage-statements.view.js';

const SUBMISSION_SOURCES = Symbol('submission sources');
type Sources = SubmissionSources & ReturnSources;

/** Classes that do not depend on NestJS get their dependencies here. */
const pureProviders: Provider[] = [
  {
    provide: PersonRoles,
    useFactory: (store: EventStore, members: PublisherMembers) =>
      new HubRoles({ store, publishersOf: (subject) => members.publishersOf(subject) }),
    inject: [EventStore, PublisherMembers],
  },
  {
    provide: KeyUses,
    useFactory: (keys: Keys) =>
      new KeyUses(keys, (err, key_id) => log.warn({ err, key_id }, 'recording key use failed')),
    inject: [Keys],
  },
  {
    provide: TokenVerifier,
    useFactory: ({ environment }: Config) =>
      new TokenVerifier({ production: environment === 'production', ownAddresses: ownAddresses() }),
    inject: [CONFIG],
  },
  {
    provide: StatusSigner,
    useFactory: (config: Config) => new StatusSigner(config.signingKeys),
    inject: [CONFIG],
  },
  {
    provide: SUBMISSION_SOURCES,
    useFactory: (store: EventStore, releases: Releases, instances: Instances): Sources => ({
      loadPlugin: async (pluginId) => (await store.load(streamRef(pluginStream, pluginId))).state,
      loadStates: async (command) => {
        const { quota, release, plugin, replaced } = submissionStreams(command);
        const read = await Promise.all([
          store.load(quota),
          store.load(release),
          store.load(plugin),
          store.load(replaced),
        ]);
        return { quota: read[0].state, release: read[1].state, plugin: read[2].state, replaced: read[3].state };
      },
      manifestOf: (pluginId, version) => releases.manifestOf(pluginId, version),
      countInstances: (pluginApi) => instances.count(pluginApi),
      loadRelease: async (pluginId, version) => (await store.load(releaseAndPlugin(pluginId, version).release)).state,
      everPublished: (pluginId) => releases.everPublished(pluginId),
    }),
    inject: [EventStore, Releases, Instances],
  },
  { provide: Evaluator, useFactory: () => new ThreadEvaluator() },
  {
    provide: SubmissionPreparer,
    useFactory: (...[config, sources, images, evaluator]: PreparerDependencies) =>
      new SubmissionPreparer(sources, images, { production: config.environment === 'production', evaluator }),
    inject: [CONFIG, SUBMISSION_SOURCES, ImageChecks, Evaluator],
  },
  {
    provide: ReturnPreparer,
    useFactory: (sources: Sources, submissions: SubmissionPreparer, signer: StatusSigner) =>
      new ReturnPreparer(sources, submissions, signer.sign),
    inject: [SUBMISSION_SOURCES, SubmissionPreparer, StatusSigner],
  },
  {
    provide: ReleaseReader,
    useFactory: (...[config, releases, evaluator, evaluations, rollouts, comments]: ReaderDependencies) =>
      new ReleaseReader(releases, { evaluations, rollouts, comments, evaluator }, config.oldestPepper),
    inject: [CONFIG, Releases, Evaluator, Evaluations, Rollouts, ReleaseComments],
  },
  {
    provide: ReleaseChanges,
    useFactory: (notifications: KeyedSignal) => new ReleaseChanges(notifications),
    inject: [KeyedSignal],
  },
  {
    provide: StatusChangePreparer,
    useFactory: (reader: ReleaseReader, releases: Releases, signer: StatusSigner) =>
      new StatusChangePreparer(reader, releases, signer),
    inject: [ReleaseReader, Releases, StatusSigner],
  },
  {
    provide: AdvanceRolloutsWorker,
    useFactory: (...[store, rollouts, signer, changes]: RolloutDependencies) =>
      new AdvanceRolloutsWorker({ store, rollouts, signer, changes }),
    inject: [EventStore, Rollouts, StatusSigner, ReleaseChanges],
  },
];

type ReaderDependencies = [Config, Releases, Evaluator, Evaluations, Rollouts, ReleaseComments];
type RolloutDependencies = [EventStore, Rollouts, StatusSigner, ReleaseChanges];
type PreparerDependencies = [Config, Sources, ImageChecks, Evaluator];

@Module({
  imports: [BrokerModule, EventStoreModule.register(catalogueStore), ImageModule],
  providers: [
    AuditEntries,
    { provide: CALLER_STREAMS, useValue: callerStreams },
    StaffRows,
    {
      provide: FirstAppointment,
      inject: [EventStore, CONFIG],
      useFactory: (store: EventStore, config: Config) =>
        new FirstAppointment(store, { subject: config.firstOperator, leadRole: HUB_LEAD_ROLE }),
    },
    KeyedSignal,
    Publishers,
    PublisherMembers,
    ...personSessionProviders,
    Keys,
    AccessCodes,
    Accesses,
    Trusts,
    Plugins,
    Releases,
    FoundReleases,
    InstancesHealth,
    InstancesSoftware,
    ReleaseEvents,
    ReleaseComments,
    Instances,
    Evaluations,
    UsageReports,
    InstallationUsages,
    UsageStatementRows,
    StatementSources,
    CloseDueStatementsWorker,
    Rollouts,
    RolloutReports,
    FleetSync,
    NatsAccounts,
    ...mailProviders,
    ...pureProviders,
  ],
  controllers: [
    ...clockHandlers(hubClock),
    ...reviewHandlers,
    ListAuditEntriesHandler,
    ...staffHandlers(catalogue, { roles: HUB_ROLES, leadRole: HUB_LEAD_ROLE }),
    ...personSessionHandlers(catalogueSessions),
    ...notificationHandlers,
    AddPublisherHandler,
    ListPublishersHandler,
    AddMemberHandler,
    RemoveMemberHandler,
    ListMembersHandler,
    AuthenticateMemberHandler,
    ListPublishersOfPersonHandler,
    IssueKeyHandler,
    RevokeKeyHandler,
    ListKeysHandler,
    AuthenticateKeyHandler,
    CreateAccessCodeHandler,
    ListAccessCodesHandler,
    EndAccessCodeHandler,
    ListAccessesHandler,
    EndAccessHandler,
    FindAccessCodeHandler,
    RedeemAccessCodeHandler,
    AddTrustHandler,
    ListTrustsHandler,
    EndTrustHandler,
    ExchangeTokenHandler,
    AuthenticateAccountHandler,
    IssueTokenHandler,
    GetRegistryHandler,
    SubmitReleaseHandler,
    CheckReleaseHandler,
    ListPluginSummariesHandler,
    ListPluginsHandler,
    DeprecatePluginHandler,
    EndDeprecationHandler,
    ListReleasesHandler,
    FindReleasesHandler,
    GetReleaseHandler,
    GetManifestHandler,
    GetReleaseForStaffHandler,
    GetReleaseHistoryHandler,
    PublishReleaseHandler,
    SuspendReleaseHandler,
    ResumeReleaseHandler,
    WithdrawReleaseHandler,
    PrepareReturnHandler,
    ReturnReleaseHandler,
    ...rolloutHandlers,
    RegisterInstanceHandler,
    RotateInstanceLinkHandler,
    RemoveInstanceHandler,
    ListInstancesHandler,
    ListInstanceKeysHandler,
    OnListingEvaluatedHandler,
    OnSoftwareVersionChangedHandler,
    ...usageHandlers,
    ListSigningKeysHandler,
  ],
})
export class CatalogueModule {}
