/**
 * A reviewer takes a waiting release. From then on, only this reviewer can decide on it. Taking a release again is
 * rejected, even for the assigned reviewer.
 */
import type { ReviewReply } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Review, ReviewTaken } from '../review.js';
import {
  nextStep,
  releaseNotFound,
  reviewReply,
  takenByOther,
  transitionInvalid,
  type ReviewerCommand,
} from '../reviewer-step.js';

/**
 * Rejects with `catalogue.release_not_found`, `review.taken_by_other`, `review.other_reviewer_required` (an appeal
 * against a rejection by the same reviewer) or `catalogue.transition_invalid`.
 */
export function takeReview(command: ReviewerCommand, review: Review): Decision<readonly ReviewTaken[], ReviewReply> {
  switch (review.status) {
    case 'absent':
      return releaseNotFound(command);
    case 'submitted': {
      const taken: ReviewTaken = { type: 'ReviewTaken', data: nextStep(command, review) };
      return accept([taken], reviewReply(review, taken));
    }
    case 'appealed': {
      const { rejectedBy } = review.appeal;
      if (rejectedBy === command.by) return refuse('review.other_reviewer_required');
      const taken: ReviewTaken = { type: 'ReviewTaken', data: nextStep(command, review) };
      return accept([taken], reviewReply(review, taken));
    }
    case 'in_review':
      return review.takenBy === command.by ? transitionInvalid(review, 'in_review') : takenByOther(review);
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return transitionInvalid(review, 'in_review');
    default:
      return unreachable(review);
  }
}
