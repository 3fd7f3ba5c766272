/** What every step of a reviewer shares: who asks, and the ways to say no (contract §5). */
import { invalidTransition, type ReleaseStatus, type ReviewReply } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { reviewRow } from './review-resource.js';
import type { KnownReview, TakenReview } from './review.js';

export interface ReviewerAsks {
  readonly pluginId: string;
  readonly version: string;
  /** Sign-in subject of the reviewer. */
  readonly by: string;
  readonly at: string;
}

/** Nothing of this release has come to the desk. */
export function releaseNotFound({ pluginId, version }: ReviewerAsks): Refused {
  return refuse('catalogue.release_not_found', { plugin_id: pluginId, version });
}

/** 409 with `from`, `to` and `allowed`; `from` is where the catalogue has taken an approved release. */
export function transitionInvalid(review: KnownReview, to: ReleaseStatus): Refused {
  return refuse(
    'catalogue.transition_invalid',
    invalidTransition(review.status === 'approved' ? review.standing : review.status, to),
  );
}

/** One reviewer holds a release; another one has to wait until it is given back. */
export function takenByOther(review: TakenReview): Refused {
  return refuse('review.taken_by_other', { taken_by: review.takenBy });
}

/** The public word of a reviewer's next step. */
export function nextWord({ pluginId, version, by, at }: ReviewerAsks, review: KnownReview) {
  return { pluginId, version, revision: review.revision + 1, by, at };
}

/** The review after a step, in the words of the wire. */
export function replyOf(review: KnownReview): ReviewReply {
  return { ...reviewRow(review), revision: review.revision };
}
