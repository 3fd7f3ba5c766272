/** Requests, replies and public facts of the review service: assignment, decision and signature. */
import { gatewayRequires } from './caller-policy.js';
import {
  command,
  publicFact,
  query,
  type Json,
  type JsonObject,
  type RequestIdempotency,
  type Page,
  type PageRequest,
} from './messages.js';
import type { CapabilityDiff, DsseEnvelope, ReleaseStatus, Tier } from './catalogue.js';

export type ReviewStatus = 'submitted' | 'in_review' | 'approved' | 'rejected' | 'withdrawn';
export const REVIEW_STATUSES = [
  'submitted',
  'in_review',
  'approved',
  'rejected',
  'withdrawn',
] as const satisfies readonly ReviewStatus[];
export interface ReviewItem {
  readonly plugin_id: string;
  /** The plugin's names by language, as its manifest has them. */
  readonly names: Readonly<Record<string, string>>;
  readonly version: string;
  readonly status: ReviewStatus;
  readonly requested_tier: Tier | '';
  readonly submitted_at: string;
  readonly taken_by: string | null;
  /** The name of that reviewer at the time of the action. */
  readonly taken_by_name: string | null;
  readonly publisher_id: string;
  readonly kind: 'external' | 'instance';
  /**
   * From the review service, the class of the difference to the newest version that was published at the time of the
   * submission; in the queue of the API, that of the release's `diff`. Null when it is compared with none.
   */
  readonly diff_class: CapabilityDiff['class'] | null;
  /** Only of a return: the version whose content it is. It comes before all other reviews in the queue. */
  readonly returned_from?: string;
  /**
   * Only of a release that replaces another one under review: the replaced version, and the reviewer who last requested
   * changes of it; null without such a request.
   */
  readonly replaces?: {
    readonly version: string;
    readonly requested_by: string | null;
    readonly requested_by_name: string | null;
  };
  /** Only when changes were requested, until an appeal: when that was last done. */
  readonly changes_requested_at?: string;
  /** Only when the publisher has commented: when that was last done. */
  readonly commented_at?: string;
  /** Only after an appeal: its time, and who may not decide on it, because they rejected the release. */
  readonly appeal?: { readonly at: string; readonly rejected_by: string; readonly rejected_by_name: string };
}
/** A review in the queue. `age_seconds` is the number of whole seconds from the submission to this reply. */
export interface QueuedReview extends ReviewItem {
  readonly age_seconds: number;
}
/** A review in the queue of the API, with the status that the release has in the catalogue now. */
export interface ListedReview extends QueuedReview {
  readonly release_status: ReleaseStatus;
}
export interface ReviewList extends Page<ListedReview> {
  readonly counts: ReviewCounts;
}
/**
 * Filters the queue; null and absent fields match everything. `requested_tier` '' matches releases without a
 * requested tier. `taken_by` is the subject of a reviewer. `open_for` is one, too: it matches what this reviewer holds,
 * and the answers to changes that this reviewer requested, until a reviewer takes them.
 */
export interface QueueFilter {
  readonly status: ReviewStatus | null;
  readonly requested_tier?: Tier | '' | null;
  readonly taken_by?: string | null;
  readonly open_for?: string | null;
  /** Searches the names and the id of the plugin, the version and the id of the publisher. */
  readonly q?: string | null;
}
/** `oldest` and null: oldest submission first. */
export type QueueOrder = 'oldest' | 'newest';
/**
 * How many reviews of each status match the other filters. A status has at most `REVIEW_COUNT_MAX`: then there may be
 * more, because counting all of them would read every row.
 */
export type ReviewCounts = Readonly<Record<ReviewStatus, number>>;
export const REVIEW_COUNT_MAX = 1_000;
export interface QueuePage extends Page<QueuedReview> {
  readonly counts: ReviewCounts;
}
/**
 * `revision` counts the changes of this review. A query to the catalogue can pass it as `after_review`: the reply is
 * then delayed until the catalogue has applied that revision.
 */
export interface ReviewReply extends ReviewItem {
  readonly revision: number;
}
interface ReviewCommand {
  plugin_id: string;
  version: string;
  by: string;
  idempotency?: RequestIdempotency;
}

export const review = {
  listReviews: query<QueueFilter & PageRequest & { readonly order?: QueueOrder | null }, QueuePage>(
    'review',
    'review.list',
  ),
  /**
   * The catalogue may have accepted a submission that the review service has not received yet. These commands
   * wait for it, at most 2 s, before they reject with `catalogue.release_not_found`.
   */
  takeReview: command<ReviewCommand, ReviewReply>('review', 'review.take', gatewayRequires('reviewer')),
  giveBackReview: command<ReviewCommand, ReviewReply>('review', 'review.give-back', gatewayRequires('reviewer')),
  approveRelease: command<ReviewCommand & { tier: Tier; notes: string; publish: boolean }, ReviewReply>(
    'review',
    'review.approve',
    gatewayRequires('reviewer'),
  ),
  rejectRelease: command<ReviewCommand & { notes: string }, ReviewReply>(
    'review',
    'review.reject',
    gatewayRequires('reviewer'),
  ),
  /**
   * `comments` is JSON that nothing has checked: a list of `CommentText`; absent or null: none. Rejects with
   * `quota.exceeded` when reviewers have made too many.
   */
  requestChanges: command<ReviewCommand & { notes: string; comments?: Json }, ReviewReply>(
    'review',
    'review.request-changes',
    gatewayRequires('reviewer'),
  ),
  /** Public keys of the reviewers (JWK, OKP Ed25519). */
  signingKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('review', 'signing-key.list'),
};

interface ReviewEvent {
  readonly plugin_id: string;
  readonly version: string;
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  /** The name of the reviewer at that time. */
  readonly by_name: string;
}
/** A comment of a reviewer. The first one of a request has its notes, and the path ''. */
export interface RequestedChange {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}
export const reviewFacts = {
  reviewTaken: publicFact<ReviewEvent>('review', 'review.taken'),
  reviewGivenBack: publicFact<ReviewEvent>('review', 'review.given-back'),
  releaseApproved: publicFact<
    ReviewEvent & {
      readonly tier: Tier;
      readonly notes: string;
      readonly publish: boolean;
      readonly approval: DsseEnvelope;
    }
  >('review', 'release.approved'),
  releaseRejected: publicFact<ReviewEvent & { readonly notes: string }>('review', 'release.rejected'),
  changesRequested: publicFact<ReviewEvent & { readonly comments: readonly RequestedChange[] }>(
    'review',
    'review.changes-requested',
  ),
};
