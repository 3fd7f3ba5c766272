/**
 * The event stream of one review, `review-<plugin_id>@<version>`, from the submission of a release to the reviewer's
 * decision. The catalogue decides what happens to an approved release later; this stream only records the result.
 */
import type { CapabilityDiff, DsseEnvelope, Provenance, ReleaseStatus, RequestedChange, Tier } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** The data that a reviewer needs to choose a release and to sign an approval. */
export interface ReleaseUnderReview {
  readonly pluginId: string;
  readonly version: string;
  readonly publisherId: string;
  /** The plugin's names by language. */
  readonly names: Readonly<Record<string, string>>;
  readonly requestedTier: Tier | '';
  readonly submittedAt: string;
  /** `sha256:<hex>` of the canonical manifest. This service computes it from the submitted manifest. */
  readonly manifestDigest: string;
  /** The image of an `instance` plugin, `registry/name@sha256:<hex>`; null for other plugins. */
  readonly image: string | null;
  /** The newest published version at the time of submission; null for a first release. */
  readonly previous: string | null;
  /** Class of the capability difference to `previous`; null for a first release. */
  readonly diffClass: CapabilityDiff['class'] | null;
  /** Where the submission comes from; null without a trust, absent in facts of 0.1.0. */
  readonly provenance?: Provenance | null;
  /** Only of a return: the version whose content it is. */
  readonly returnedFrom?: string;
  /** Only when it takes the place of a version under review. */
  readonly replaces?: ReplacedRelease;
}
/** The replaced version, and the reviewer who last requested changes of it; null without such a request. */
export interface ReplacedRelease {
  readonly version: string;
  readonly requestedBy: ChangesRequester | null;
}
interface ChangesRequester {
  readonly subject: string;
  /** At the time of the request. */
  readonly name: string;
}
/**
 * `revision` counts the reviewer actions on this release without gaps. The catalogue applies the actions in this
 * order.
 */
interface Revision {
  readonly revision: number;
  /** When changes were last requested; absent before that, and again after an appeal. */
  readonly changesRequestedAt?: string;
  /** Who last requested them; absent before that. */
  readonly changesRequestedBy?: ChangesRequester;
  /** When the publisher last commented; absent before. */
  readonly commentedAt?: string;
  /** How many comments reviewers have made; absent before the first one. */
  readonly comments?: number;
  /** The appeal against the rejection; absent without one. A release has at most one. */
  readonly appeal?: Appeal;
}
/** An appeal is decided by another reviewer than the one who rejected the release. */
interface Appeal {
  readonly at: string;
  readonly rejectedBy: string;
  readonly rejectedByName: string;
}
export type WaitingReview = ReleaseUnderReview & Revision & { readonly status: 'submitted' };
/** The reviewer who holds the release or decided on it. `takenByName` is the name at the time of the action. */
interface Reviewer {
  readonly takenBy: string;
  readonly takenByName: string;
}
export type TakenReview = ReleaseUnderReview & Revision & Reviewer & { readonly status: 'in_review' };
export type ApprovedReview = ReleaseUnderReview &
  Revision &
  Reviewer & {
    readonly status: 'approved';
    /** The latest status that the catalogue reported for the release. */
    readonly releaseStatus: ReleaseStatus;
    /** Sequence number of the statement with that status; 0 before the first one. */
    readonly releaseStatusSequence: number;
  };
export type RejectedReview = ReleaseUnderReview & Revision & Reviewer & { readonly status: 'rejected' };
/** The publisher has appealed, and no reviewer has taken the release since. To the outside it is `in_review`. */
export type AppealedReview = ReleaseUnderReview & Revision & { readonly status: 'appealed'; readonly appeal: Appeal };
export type WithdrawnReview = ReleaseUnderReview & Revision & { readonly status: 'withdrawn' };
export type KnownReview =
  WaitingReview | TakenReview | ApprovedReview | RejectedReview | AppealedReview | WithdrawnReview;
export type Review = { readonly status: 'absent' } | KnownReview;

/** A reviewer action. It contains the plugin id and version, so that a public fact can be made from this fact alone. */
interface ReviewerStep {
  readonly pluginId: string;
  readonly version: string;
  readonly revision: number;
  readonly by: string;
  /** The name of the reviewer at that time. */
  readonly byName: string;
  readonly at: string;
}
export type ReviewRequested = Fact<'ReviewRequested', ReleaseUnderReview>;
export type ReviewTaken = Fact<'ReviewTaken', ReviewerStep>;
export type ReviewGivenBack = Fact<'ReviewGivenBack', ReviewerStep>;
export type ReleaseApproved = Fact<
  'ReleaseApproved',
  ReviewerStep & {
    readonly tier: Tier;
    readonly notes: string;
    readonly publish: boolean;
    readonly approval: DsseEnvelope;
  }
>;
export type ReleaseRejected = Fact<'ReleaseRejected', ReviewerStep & { readonly notes: string }>;
export type ChangesRequested = Fact<
  'ChangesRequested',
  ReviewerStep & { readonly comments: readonly RequestedChange[] }
>;
/** The publisher commented on the release, in the catalogue. */
export type PublisherCommented = Fact<'PublisherCommented', { readonly at: string }>;
/** The publisher appealed against the rejection, in the catalogue. */
export type RejectionAppealed = Fact<'RejectionAppealed', { readonly at: string }>;
/** The release was withdrawn before it was published, so there is nothing left to review. */
export type ReviewClosed = Fact<'ReviewClosed', { readonly at: string }>;
/** The catalogue changed the status of an approved release. */
export type ReleaseStatusRecorded = Fact<
  'ReleaseStatusRecorded',
  { readonly releaseStatus: ReleaseStatus; readonly sequence: number }
>;
export type ReviewFact =
  | ReviewRequested
  | ReviewTaken
  | ReviewGivenBack
  | ReleaseApproved
  | ReleaseRejected
  | ChangesRequested
  | PublisherCommented
  | RejectionAppealed
  | ReviewClosed
  | ReleaseStatusRecorded;

/** Returns the stream id of a review, without the category. */
export function reviewKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}

function releaseOf(state: ReleaseUnderReview): ReleaseUnderReview {
  const { pluginId, version, publisherId, names, requestedTier, submittedAt } = state;
  const { manifestDigest, image, previous, diffClass, provenance, returnedFrom, replaces } = state;
  return {
    pluginId,
    version,
    publisherId,
    names,
    requestedTier,
    submittedAt,
    manifestDigest,
    image,
    previous,
    diffClass,
    ...(provenance !== undefined && { provenance }),
    ...(returnedFrom !== undefined && { returnedFrom }),
    ...(replaces !== undefined && { replaces }),
  };
}

/** What a review keeps from its earlier statuses. */
function progressOf(review: KnownReview): Omit<Revision, 'revision'> {
  const { changesRequestedAt, changesRequestedBy, commentedAt, comments, appeal } = review;
  return {
    ...(changesRequestedAt !== undefined && { changesRequestedAt }),
    ...(changesRequestedBy !== undefined && { changesRequestedBy }),
    ...(commentedAt !== undefined && { commentedAt }),
    ...(comments !== undefined && { comments }),
    ...(appeal !== undefined && { appeal }),
  };
}

function reviewerOf({ by, byName }: ReviewerStep): Reviewer {
  return { takenBy: by, takenByName: byName };
}

function evolve(state: Review, fact: ReviewFact): Review {
  if (fact.type === 'ReviewRequested') return { ...fact.data, status: 'submitted', revision: 0 };
  if (state.status === 'absent') throw new Error(`${fact.type} on a release whose review was never requested`);
  const release = { ...releaseOf(state), ...progressOf(state) };
  switch (fact.type) {
    case 'ReviewTaken':
      return { ...release, ...reviewerOf(fact.data), status: 'in_review', revision: fact.data.revision };
    case 'ReviewGivenBack':
      return givenBack(release, fact.data.revision);
    case 'ReleaseApproved':
      return {
        ...release,
        status: 'approved',
        revision: fact.data.revision,
        ...reviewerOf(fact.data),
        releaseStatus: 'approved',
        releaseStatusSequence: 0,
      };
    case 'ReleaseRejected':
      return { ...release, ...reviewerOf(fact.data), status: 'rejected', revision: fact.data.revision };
    case 'ChangesRequested': {
      const { at, by: subject, byName: name, comments, revision } = fact.data;
      if (state.status !== 'in_review') throw new Error(`ChangesRequested on a review that is ${state.status}`);
      return {
        ...state,
        changesRequestedAt: at,
        changesRequestedBy: { subject, name },
        comments: (state.comments ?? 0) + comments.length,
        revision,
      };
    }
    case 'PublisherCommented':
      return { ...state, commentedAt: fact.data.at };
    case 'RejectionAppealed':
      if (state.status !== 'rejected') throw new Error(`RejectionAppealed on a review that is ${state.status}`);
      return appealed(state, fact.data.at);
    case 'ReviewClosed':
      return { ...release, status: 'withdrawn', revision: state.revision };
    case 'ReleaseStatusRecorded':
      if (state.status !== 'approved')
        throw new Error(`ReleaseStatusRecorded on a review that is ${state.status}, not approved`);
      return { ...state, releaseStatus: fact.data.releaseStatus, releaseStatusSequence: fact.data.sequence };
    default:
      return unreachable(fact);
  }
}

/** An appeal that is given back waits for another reviewer than the one who rejected it. */
function givenBack(
  { appeal, ...release }: ReleaseUnderReview & Omit<Revision, 'revision'>,
  revision: number,
): WaitingReview | AppealedReview {
  return appeal === undefined
    ? { ...release, status: 'submitted', revision }
    : { ...release, status: 'appealed', revision, appeal };
}

/** What the reviewer who rejected has requested no longer waits for the publisher. */
function appealed(before: RejectedReview, at: string): AppealedReview {
  const { revision, takenBy: rejectedBy, takenByName: rejectedByName } = before;
  const { changesRequestedAt: _ended, ...progress } = progressOf(before);
  return {
    ...releaseOf(before),
    ...progress,
    status: 'appealed',
    revision,
    appeal: { at, rejectedBy, rejectedByName },
  };
}

export const reviewStream: StreamType<Review, ReviewFact> = {
  category: 'review',
  factTypes: {
    ReviewRequested: true,
    ReviewTaken: true,
    ReviewGivenBack: true,
    ReleaseApproved: true,
    ReleaseRejected: true,
    ChangesRequested: true,
    PublisherCommented: true,
    RejectionAppealed: true,
    ReviewClosed: true,
    ReleaseStatusRecorded: true,
  },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 4,
};
