/** The assigned reviewer rejects a release and gives the reason. The version cannot be submitted again. */
import { freeTextProblems, NOTES_MAX_CODE_POINTS, type ReviewReply } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ReleaseRejected, Review } from '../review.js';
import {
  nextStep,
  notTaken,
  releaseNotFound,
  reviewReply,
  takenByOther,
  transitionInvalid,
  type ReviewerCommand,
} from '../reviewer-step.js';

export interface RejectRelease extends ReviewerCommand {
  readonly notes: string;
}

/**
 * Returns the error `request.invalid` (empty notes), `catalogue.release_not_found`, `review.taken_by_other`,
 * `review.not_taken` or `catalogue.transition_invalid`.
 */
export function rejectRelease(
  command: RejectRelease,
  review: Review,
): Decision<readonly ReleaseRejected[], ReviewReply> {
  const problems = freeTextProblems('/notes', command.notes, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (review.status) {
    case 'absent':
      return releaseNotFound(command);
    case 'in_review': {
      if (review.takenBy !== command.by) return takenByOther(review);
      const rejected: ReleaseRejected = {
        type: 'ReleaseRejected',
        data: { ...nextStep(command, review), notes: command.notes },
      };
      return accept([rejected], reviewReply(review, rejected));
    }
    case 'appealed':
      return notTaken();
    case 'submitted':
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return transitionInvalid(review, 'rejected');
    default:
      return unreachable(review);
  }
}
