/** The assigned reviewer returns a release to the queue. */
import type { ReviewReply } from '@kushk/contracts';
import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Review, ReviewGivenBack } from '../review.js';
import {
  nextStep,
  notTaken,
  releaseNotFound,
  reviewReply,
  takenByOther,
  transitionInvalid,
  type ReviewerCommand,
} from '../reviewer-step.js';

/**
 * Rejects with `catalogue.release_not_found`, `review.taken_by_other`, `review.not_taken` or
 * `catalogue.transition_invalid`.
 */
export function giveBackReview(
  command: ReviewerCommand,
  review: Review,
): Decision<readonly ReviewGivenBack[], ReviewReply> {
  switch (review.status) {
    case 'absent':
      return releaseNotFound(command);
    case 'in_review': {
      if (review.takenBy !== command.by) return takenByOther(review);
      const givenBack: ReviewGivenBack = { type: 'ReviewGivenBack', data: nextStep(command, review) };
      return accept([givenBack], reviewReply(review, givenBack));
    }
    case 'appealed':
      return notTaken();
    case 'submitted':
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return transitionInvalid(review, 'submitted');
    default:
      return unreachable(review);
  }
}
