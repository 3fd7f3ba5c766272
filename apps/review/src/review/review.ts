/**
 * The stream of one review, `review-<plugin_id>@<version>`: the release on the reviewers' desk, from its arrival to
 * the decision. What becomes of it afterwards is the catalogue's business; the desk only notes it.
 */
import type { CapabilityDiff, DsseEnvelope, ReleaseStatus, Tier } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** What the desk needs to know of a release in order to choose it and to sign for it. */
export interface Case {
  readonly pluginId: string;
  readonly version: string;
  readonly publisherId: string;
  readonly requestedTier: Tier | '';
  readonly submittedAt: string;
  /** `sha256:<hex>` of the canonical manifest, computed by the desk itself from the manifest as submitted. */
  readonly manifestDigest: string;
  /** `registry/name@sha256:<hex>` of an `instance` plugin, else null. */
  readonly image: string | null;
  /** The newest published version when it was submitted. */
  readonly previous: string | null;
  /** How far it goes beyond that version; null for a first release. */
  readonly diffClass: CapabilityDiff['class'] | null;
}
/** `revision` counts what reviewers have done with this release; it has no gaps, and the catalogue follows it. */
interface Counted {
  readonly revision: number;
}
export type WaitingReview = Case & Counted & { readonly status: 'submitted' };
export type TakenReview = Case & Counted & { readonly status: 'in_review'; readonly takenBy: string };
export type ApprovedReview = Case &
  Counted & {
    readonly status: 'approved';
    readonly takenBy: string;
    /** Where the catalogue has taken it since: a later word has a higher sequence. */
    readonly standing: ReleaseStatus;
    readonly standingSequence: number;
  };
export type RejectedReview = Case & Counted & { readonly status: 'rejected'; readonly takenBy: string };
export type WithdrawnReview = Case & Counted & { readonly status: 'withdrawn' };
export type KnownReview = WaitingReview | TakenReview | ApprovedReview | RejectedReview | WithdrawnReview;
export type Review = { readonly status: 'absent' } | KnownReview;

/** Every public word of the desk names its release, so that the fact alone can be made public. */
interface Word {
  readonly pluginId: string;
  readonly version: string;
  readonly revision: number;
  readonly by: string;
  readonly at: string;
}
export type ReviewRequested = Fact<'ReviewRequested', Case>;
export type ReviewTaken = Fact<'ReviewTaken', Word>;
export type ReviewGivenBack = Fact<'ReviewGivenBack', Word>;
export type ReleaseApproved = Fact<
  'ReleaseApproved',
  Word & { readonly tier: Tier; readonly notes: string; readonly publish: boolean; readonly approval: DsseEnvelope }
>;
export type ReleaseRejected = Fact<'ReleaseRejected', Word & { readonly notes: string }>;
/** Taken back before it was published, whatever the desk had done with it. */
export type ReleaseWithdrawn = Fact<'ReleaseWithdrawn', { readonly at: string }>;
/** The catalogue has moved an approved release on. */
export type StandingNoted = Fact<'StandingNoted', { readonly standing: ReleaseStatus; readonly sequence: number }>;
export type ReviewFact =
  | ReviewRequested
  | ReviewTaken
  | ReviewGivenBack
  | ReleaseApproved
  | ReleaseRejected
  | ReleaseWithdrawn
  | StandingNoted;

/** The id of a review's stream, without its category. */
export function reviewKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}

function caseOf({
  pluginId,
  version,
  publisherId,
  requestedTier,
  submittedAt,
  manifestDigest,
  image,
  previous,
  diffClass,
}: Case): Case {
  return { pluginId, version, publisherId, requestedTier, submittedAt, manifestDigest, image, previous, diffClass };
}

/** What the first facts of this stream did not carry yet. */
const notTold = { publisherId: '', diffClass: null };

function evolve(state: Review, fact: ReviewFact): Review {
  if (fact.type === 'ReviewRequested') return { ...notTold, ...fact.data, status: 'submitted', revision: 0 };
  if (state.status === 'absent') throw new Error(`${fact.type} on a release that never came to the desk`);
  const about = caseOf(state);
  switch (fact.type) {
    case 'ReviewTaken':
      return { ...about, status: 'in_review', revision: fact.data.revision, takenBy: fact.data.by };
    case 'ReviewGivenBack':
      return { ...about, status: 'submitted', revision: fact.data.revision };
    case 'ReleaseApproved':
      return {
        ...about,
        status: 'approved',
        revision: fact.data.revision,
        takenBy: fact.data.by,
        standing: 'approved',
        standingSequence: 0,
      };
    case 'ReleaseRejected':
      return { ...about, status: 'rejected', revision: fact.data.revision, takenBy: fact.data.by };
    case 'ReleaseWithdrawn':
      return { ...about, status: 'withdrawn', revision: state.revision };
    case 'StandingNoted':
      if (state.status !== 'approved') throw new Error(`a release that is ${state.status} was not moved on`);
      return { ...state, standing: fact.data.standing, standingSequence: fact.data.sequence };
    default:
      return unreachable(fact);
  }
}

export const reviewStream: StreamType<Review, ReviewFact> = {
  category: 'review',
  initial: { status: 'absent' },
  evolve,
  stateVersion: 2,
};
