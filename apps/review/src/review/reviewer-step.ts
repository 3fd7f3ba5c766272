/** The common parts of all reviewer commands: the input, the rejections and the reply (docs/reference/releases.md). */
import { invalidTransition, type Actor, type ReleaseStatus, type ReviewReply } from '@kushk/contracts';
import { fold, refuse, type Refused } from '@kushk/decider';
import { reviewItem } from './review-item.js';
import { reviewStream, type KnownReview, type ReviewFact, type TakenReview } from './review.js';

export interface ReviewerCommand {
  readonly pluginId: string;
  readonly version: string;
  /** The reviewer's OpenID Connect subject (`sub`). */
  readonly by: string;
  readonly byName: string;
  readonly at: string;
}

/** Returns the reviewer's name, or the subject when the caller is no staff, as in a test of this service alone. */
export function reviewerName(actor: Actor, by: string): string {
  return actor.kind === 'staff' ? actor.name : by;
}

/** No review of this release was ever requested. */
export function releaseNotFound({ pluginId, version }: ReviewerCommand): Refused {
  return refuse('catalogue.release_not_found', { plugin_id: pluginId, version });
}

/**
 * Returns the error for an action that the current status does not allow: HTTP status 409 with the parameters `from`,
 * `to` and `allowed`. For an approved release, `from` is the latest status that the catalogue reported.
 */
export function transitionInvalid(review: KnownReview, to: ReleaseStatus): Refused {
  return refuse('catalogue.transition_invalid', invalidTransition(statusOf(review), to));
}

function statusOf(review: KnownReview): ReleaseStatus {
  if (review.status === 'appealed') return 'in_review';
  return review.status === 'approved' ? review.releaseStatus : review.status;
}

/** An appeal must be taken before it is decided. */
export function notTaken(): Refused {
  return refuse('review.not_taken');
}

/** The release is assigned to another reviewer until they give it back. */
export function takenByOther(review: TakenReview): Refused {
  return refuse('review.taken_by_other', { taken_by: review.takenBy, taken_by_name: review.takenByName });
}

/** Returns the data that the fact of every reviewer action contains, including the next revision number. */
export function nextStep({ pluginId, version, by, byName, at }: ReviewerCommand, review: KnownReview) {
  return { pluginId, version, revision: review.revision + 1, by, byName, at };
}

/** Returns the reply of a reviewer command: the review in its state after the command. */
export function reviewReply(review: KnownReview, fact: ReviewFact): ReviewReply {
  const after = fold(reviewStream, [fact], review);
  if (after.status === 'absent') throw new Error(`a review is never absent after ${fact.type}`);
  return { ...reviewItem(after), revision: after.revision };
}
