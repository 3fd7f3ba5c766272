/** The reviewers' desk: who holds a release, what was decided, and the signature. */
import { command, publicFact, query, type JsonObject, type Once, type Page, type PageRequest } from './language.js';
import type { CapabilityDiff, DsseEnvelope, Tier } from './catalogue.js';

export type ReviewStatus = 'submitted' | 'in_review' | 'approved' | 'rejected' | 'withdrawn';
export interface ReviewItem {
  readonly plugin_id: string;
  readonly version: string;
  readonly status: ReviewStatus;
  readonly requested_tier: Tier | '';
  readonly submitted_at: string;
  readonly taken_by: string | null;
  readonly publisher_id: string;
  readonly kind: 'external' | 'instance';
  /** How much it asks for beyond the version that was the newest published one when it came; null for a first release. */
  readonly diff_class: CapabilityDiff['class'] | null;
}
/** A review in the queue. `age_seconds`: whole seconds since the submission, when the question is answered. */
export interface QueuedReview extends ReviewItem {
  readonly age_seconds: number;
}
/** What the queue is narrowed to; null and absent are everything. `requested_tier` '' is without a wish; `taken_by` is the subject of a reviewer. */
export interface QueueFilter {
  readonly status: ReviewStatus | null;
  readonly requested_tier?: Tier | '' | null;
  readonly taken_by?: string | null;
}
/** `revision` counts what the desk has done with this release; the catalogue can be asked to have seen it. */
export interface ReviewReply extends ReviewItem {
  readonly revision: number;
}
interface Target {
  plugin_id: string;
  version: string;
  by: string;
  once?: Once;
}

export const review = {
  listReviews: query<QueueFilter & PageRequest, Page<QueuedReview>>('review', 'review.list'),
  /** A release that the catalogue knows may be on its way here: all four wait for it, at most 2 s, before `catalogue.release_not_found`. */
  takeReview: command<Target, ReviewReply>('review', 'review.take'),
  giveBackReview: command<Target, ReviewReply>('review', 'review.give-back'),
  approveRelease: command<Target & { tier: Tier; notes: string; publish: boolean }, ReviewReply>(
    'review',
    'review.approve',
  ),
  rejectRelease: command<Target & { notes: string }, ReviewReply>('review', 'review.reject'),
  /** Public keys of the reviewers (JWK, OKP Ed25519). */
  signingKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('review', 'signing-key.list'),
};

interface About {
  readonly plugin_id: string;
  readonly version: string;
  readonly revision: number;
  readonly at: string;
  readonly by: string;
}
export const reviewFacts = {
  reviewTaken: publicFact<About>('review', 'review.taken'),
  reviewGivenBack: publicFact<About>('review', 'review.given-back'),
  releaseApproved: publicFact<
    About & { readonly tier: Tier; readonly notes: string; readonly publish: boolean; readonly approval: DsseEnvelope }
  >('review', 'release.approved'),
  releaseRejected: publicFact<About & { readonly notes: string }>('review', 'release.rejected'),
};
