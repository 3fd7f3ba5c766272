import { BrokerModule } from '@kushk/broker';
import { EventStoreModule } from '@kushk/event-store';
import { Signals } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { FollowFleet } from './instance/follow-fleet/follow-fleet.handler.js';
import { LinkAccounts } from './instance/follow-fleet/link-accounts.handler.js';
import { Instances } from './instance/instances.view.js';
import { ListInstanceKeysHandler } from './instance/list-instance-keys/list-instance-keys.handler.js';
import { ListInstancesHandler } from './instance/list-instances/list-instances.handler.js';
import { RegisterInstanceHandler } from './instance/register-instance/register-instance.handler.js';
import { RemoveInstanceHandler } from './instance/remove-instance/remove-instance.handler.js';
import { RotateInstanceLinkHandler } from './instance/rotate-instance-link/rotate-instance-link.handler.js';
import { Judgements } from './judgement/judgements.view.js';
import { OnOfferJudgedHandler } from './judgement/on-offer-judged/on-offer-judged.handler.js';
import { AuthenticateKeyHandler } from './key/authenticate-key/authenticate-key.handler.js';
import { KeyUses } from './key/authenticate-key/key-uses.handler.js';
import { IssueKeyHandler } from './key/issue-key/issue-key.handler.js';
import { Keys } from './key/keys.view.js';
import { ListKeysHandler } from './key/list-keys/list-keys.handler.js';
import { RevokeKeyHandler } from './key/revoke-key/revoke-key.handler.js';
import { Plugins } from './plugin/plugins.view.js';
import { AddPublisherHandler } from './publisher/add-publisher/add-publisher.handler.js';
import { ListPublishersHandler } from './publisher/list-publishers/list-publishers.handler.js';
import { Publishers } from './publisher/publishers.view.js';
import { ChangeStatus } from './release/change-status.handler.js';
import { CheckReleaseHandler } from './release/check-release/check-release.handler.js';
import { FollowDesk } from './release/follow-desk.handler.js';
import { GetReleaseForStaffHandler } from './release/get-release-for-staff/get-release-for-staff.handler.js';
import { AnswerRelease } from './release/get-release/answer-release.handler.js';
import { GetReleaseHandler } from './release/get-release/get-release.handler.js';
import { ReleaseWatch } from './release/get-release/release-watch.handler.js';
import { ListPluginsHandler } from './release/list-plugins/list-plugins.handler.js';
import { ListReleasesHandler } from './release/list-releases/list-releases.handler.js';
import { OnReleaseApprovedHandler } from './release/on-release-approved/on-release-approved.handler.js';
import { OnReleaseRejectedHandler } from './release/on-release-rejected/on-release-rejected.handler.js';
import { OnReviewGivenBackHandler } from './release/on-review-given-back/on-review-given-back.handler.js';
import { OnReviewTakenHandler } from './release/on-review-taken/on-review-taken.handler.js';
import { PublishReleaseHandler } from './release/publish-release/publish-release.handler.js';
import { ReleaseEvents } from './release/release-history/release-events.view.js';
import { ReleaseHistoryHandler } from './release/release-history/release-history.handler.js';
import { Releases } from './release/releases.view.js';
import { ResumeReleaseHandler } from './release/resume-release/resume-release.handler.js';
import { PrepareSubmission } from './release/submit-release/prepare-submission.handler.js';
import { SubmitReleaseHandler } from './release/submit-release/submit-release.handler.js';
import { SuspendReleaseHandler } from './release/suspend-release/suspend-release.handler.js';
import { WithdrawReleaseHandler } from './release/withdraw-release/withdraw-release.handler.js';
import { ListSigningKeysHandler } from './signing/list-signing-keys/list-signing-keys.handler.js';
import { StatusSigner } from './signing/status-signer.handler.js';
import { AuthenticateStaffHandler } from './staff/authenticate-staff/authenticate-staff.handler.js';
import { catalogueStore } from './store.module.js';
import { KeepUsageHandler } from './usage/keep-usage/keep-usage.handler.js';
import { UsageReports } from './usage/usage-reports.view.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(catalogueStore)],
  providers: [
    Signals,
    Publishers,
    Keys,
    KeyUses,
    Plugins,
    Releases,
    ReleaseEvents,
    Instances,
    Judgements,
    FollowFleet,
    LinkAccounts,
    UsageReports,
    StatusSigner,
    PrepareSubmission,
    AnswerRelease,
    ReleaseWatch,
    ChangeStatus,
    FollowDesk,
  ],
  controllers: [
    AddPublisherHandler,
    ListPublishersHandler,
    IssueKeyHandler,
    RevokeKeyHandler,
    ListKeysHandler,
    AuthenticateKeyHandler,
    SubmitReleaseHandler,
    CheckReleaseHandler,
    ListPluginsHandler,
    ListReleasesHandler,
    GetReleaseHandler,
    GetReleaseForStaffHandler,
    ReleaseHistoryHandler,
    PublishReleaseHandler,
    SuspendReleaseHandler,
    ResumeReleaseHandler,
    WithdrawReleaseHandler,
    OnReviewTakenHandler,
    OnReviewGivenBackHandler,
    OnReleaseApprovedHandler,
    OnReleaseRejectedHandler,
    RegisterInstanceHandler,
    RotateInstanceLinkHandler,
    RemoveInstanceHandler,
    ListInstancesHandler,
    ListInstanceKeysHandler,
    OnOfferJudgedHandler,
    KeepUsageHandler,
    AuthenticateStaffHandler,
    ListSigningKeysHandler,
  ],
})
export class CatalogueModule {}
