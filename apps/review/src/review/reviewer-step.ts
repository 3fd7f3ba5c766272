/** What every command of a reviewer shares: its input, its refusals and its reply (docs/reference/releases.md). */
import { invalidTransition, type ReleaseStatus, type ReviewReply } from '@kushk/contracts';
import { fold, refuse, type Refused } from '@kushk/decider';
import { reviewItem } from './review-item.js';
import { reviewStream, type KnownReview, type ReviewFact, type TakenReview } from './review.js';

export interface ReviewerCommand {
  readonly pluginId: string;
  readonly version: string;
  /** Sign-in subject of the reviewer. */
  readonly by: string;
  readonly at: string;
}

/** No review of this release was requested. */
export function releaseNotFound({ pluginId, version }: ReviewerCommand): Refused {
  return refuse('catalogue.release_not_found', { plugin_id: pluginId, version });
}

/**
 * 409 with `from`, `to` and `allowed`. For an approved release, `from` is the latest status that the catalogue
 * reported.
 */
export function transitionInvalid(review: KnownReview, to: ReleaseStatus): Refused {
  return refuse(
    'catalogue.transition_invalid',
    invalidTransition(review.status === 'approved' ? review.releaseStatus : review.status, to),
  );
}

/** Another reviewer holds the release until they give it back. */
export function takenByOther(review: TakenReview): Refused {
  return refuse('review.taken_by_other', { taken_by: review.takenBy });
}

/** The data that the fact of every reviewer's step carries, under the next revision. */
export function nextStep({ pluginId, version, by, at }: ReviewerCommand, review: KnownReview) {
  return { pluginId, version, revision: review.revision + 1, by, at };
}

/** The reply of a command: the review after its fact. */
export function reviewReply(review: KnownReview, fact: ReviewFact): ReviewReply {
  const after = fold(reviewStream, [fact], review);
  if (after.status === 'absent') throw new Error(`a review is never absent after ${fact.type}`);
  return { ...reviewItem(after), revision: after.revision };
}
