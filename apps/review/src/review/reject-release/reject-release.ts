/** The reviewer who holds a release says no, and why. The version is closed for good. */
import { freeTextProblems, NOTES_MAX_CODE_POINTS, type ReviewReply } from '@kushk/contracts';
import { accept, fold, refuse, type Decision } from '@kushk/decider';
import {
  nextWord,
  releaseNotFound,
  replyOf,
  takenByOther,
  transitionInvalid,
  type ReviewerAsks,
} from '../move-review.js';
import { reviewStream, type KnownReview, type ReleaseRejected, type Review } from '../review.js';

export interface RejectRelease extends ReviewerAsks {
  readonly notes: string;
}

/** Refusals: `request.invalid` without notes, `catalogue.release_not_found`, `review.taken_by_other`, `catalogue.transition_invalid`. */
export function rejectRelease(
  command: RejectRelease,
  review: Review,
): Decision<readonly ReleaseRejected[], ReviewReply> {
  const problems = freeTextProblems('/notes', command.notes, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (review.status === 'absent') return releaseNotFound(command);
  if (review.status !== 'in_review') return transitionInvalid(review, 'rejected');
  if (review.takenBy !== command.by) return takenByOther(review);
  const rejected: ReleaseRejected = {
    type: 'ReleaseRejected',
    data: { ...nextWord(command, review), notes: command.notes },
  };
  return accept([rejected], replyOf(fold(reviewStream, [rejected], review) as KnownReview));
}
