/** A reviewer takes a waiting release; from now on only they decide on it. What one already holds is not taken again: no such move (contract §5). */
import type { ReviewReply } from '@kushk/contracts';
import { accept, fold, type Decision } from '@kushk/decider';
import {
  nextWord,
  releaseNotFound,
  replyOf,
  takenByOther,
  transitionInvalid,
  type ReviewerAsks,
} from '../move-review.js';
import { reviewStream, type KnownReview, type Review, type ReviewTaken } from '../review.js';

/** Refusals: `catalogue.release_not_found`, `review.taken_by_other`, `catalogue.transition_invalid`. */
export function takeReview(command: ReviewerAsks, review: Review): Decision<readonly ReviewTaken[], ReviewReply> {
  if (review.status === 'absent') return releaseNotFound(command);
  if (review.status === 'in_review' && review.takenBy !== command.by) return takenByOther(review);
  if (review.status !== 'submitted') return transitionInvalid(review, 'in_review');
  const taken: ReviewTaken = { type: 'ReviewTaken', data: nextWord(command, review) };
  return accept([taken], replyOf(fold(reviewStream, [taken], review) as KnownReview));
}
