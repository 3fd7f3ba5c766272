import { AuditEntries } from '@kushk/audit';
import { BrokerModule } from '@kushk/broker';
import { streamRef } from '@kushk/decider';
import { EventStore, EventStoreModule } from '@kushk/event-store';
import { CONFIG, KeyedSignal, type Config } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { OnClockAdvancedHandler } from './clock/on-clock-advanced/on-clock-advanced.handler.js';
import { ListAuditEntriesHandler } from './audit/list-audit-entries/list-audit-entries.handler.js';
import { ApproveReturnHandler } from './review/approve-return/approve-return.handler.js';
import { ApproveReleaseHandler } from './review/approve-release/approve-release.handler.js';
import { GiveBackReviewHandler } from './review/give-back-review/give-back-review.handler.js';
import { ListReviewsHandler } from './review/list-reviews/list-reviews.handler.js';
import { OnReleaseStatusChangedHandler } from './review/on-release-status-changed/on-release-status-changed.handler.js';
import { OnReleaseSubmittedHandler } from './review/on-release-submitted/on-release-submitted.handler.js';
import { OnReleaseWithdrawnUnpublishedHandler } from './review/on-release-withdrawn-unpublished/on-release-withdrawn-unpublished.handler.js';
import { OnReleaseAppealedHandler } from './review/on-release-appealed/on-release-appealed.handler.js';
import { OnReleaseCommentedHandler } from './review/on-release-commented/on-release-commented.handler.js';
import { RejectReleaseHandler } from './review/reject-release/reject-release.handler.js';
import { RequestChangesHandler } from './review/request-changes/request-changes.handler.js';
import { ReviewArrivals } from './review/review-arrivals.js';
import { reviewStream } from './review/review.js';
import { Reviews } from './review/reviews.view.js';
import { TakeReviewHandler } from './review/take-review/take-review.handler.js';
import { ApprovalSigner } from './signing/approval-signer.js';
import { ListSigningKeysHandler } from './signing/list-signing-keys/list-signing-keys.handler.js';
import { reviewStore } from './store.module.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(reviewStore)],
  providers: [
    AuditEntries,
    KeyedSignal,
    Reviews,
    {
      provide: ReviewArrivals,
      useFactory: (store: EventStore, signal: KeyedSignal) =>
        new ReviewArrivals(async (key) => (await store.load(streamRef(reviewStream, key))).state, signal),
      inject: [EventStore, KeyedSignal],
    },
    {
      provide: ApprovalSigner,
      useFactory: (config: Config) => new ApprovalSigner(config.signingKeys),
      inject: [CONFIG],
    },
  ],
  controllers: [
    OnClockAdvancedHandler,
    ListAuditEntriesHandler,
    TakeReviewHandler,
    GiveBackReviewHandler,
    ApproveReleaseHandler,
    ApproveReturnHandler,
    RejectReleaseHandler,
    RequestChangesHandler,
    ListReviewsHandler,
    OnReleaseSubmittedHandler,
    OnReleaseWithdrawnUnpublishedHandler,
    OnReleaseStatusChangedHandler,
    OnReleaseAppealedHandler,
    OnReleaseCommentedHandler,
    ListSigningKeysHandler,
  ],
})
export class ReviewModule {}
