/** The reviewer who holds a release gives it back to the queue. */
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
import { reviewStream, type KnownReview, type Review, type ReviewGivenBack } from '../review.js';

/** Refusals: `catalogue.release_not_found`, `review.taken_by_other`, `catalogue.transition_invalid`. */
export function giveBackReview(
  command: ReviewerAsks,
  review: Review,
): Decision<readonly ReviewGivenBack[], ReviewReply> {
  if (review.status === 'absent') return releaseNotFound(command);
  if (review.status !== 'in_review') return transitionInvalid(review, 'submitted');
  if (review.takenBy !== command.by) return takenByOther(review);
  const givenBack: ReviewGivenBack = { type: 'ReviewGivenBack', data: nextWord(command, review) };
  return accept([givenBack], replyOf(fold(reviewStream, [givenBack], review) as KnownReview));
}
