/**
 * The assigned reviewer asks the publisher for changes. The release stays with the reviewer, and its publisher answers
 * or submits a version that replaces it.
 */
import {
  commentListProblems,
  COMMENTS_PER_SIDE,
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  type CommentText,
  type Json,
  type Problem,
  type ReviewReply,
} from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ChangesRequested, Review } from '../review.js';
import {
  nextStep,
  notTaken,
  releaseNotFound,
  reviewReply,
  takenByOther,
  transitionInvalid,
  type ReviewerCommand,
} from '../reviewer-step.js';

export interface RequestChanges extends ReviewerCommand {
  readonly notes: string;
  /** JSON that nothing has checked. */
  readonly comments: Json | undefined;
  /** At least one for the notes and one for each comment. */
  readonly commentIds: readonly string[];
}

/**
 * Rejects with `request.invalid`, `catalogue.release_not_found`, `review.taken_by_other`, `review.not_taken`,
 * `quota.exceeded` or `catalogue.transition_invalid`. The notes become the first comment, on the whole release.
 */
export function requestChanges(
  command: RequestChanges,
  review: Review,
): Decision<readonly ChangesRequested[], ReviewReply> {
  const problems = problemsOf(command);
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (review.status) {
    case 'absent':
      return releaseNotFound(command);
    case 'in_review': {
      if (review.takenBy !== command.by) return takenByOther(review);
      const texts: readonly CommentText[] = [
        { path: '', text: command.notes },
        ...((command.comments ?? []) as unknown as readonly CommentText[]),
      ];
      const used = review.comments ?? 0;
      if (used + texts.length > COMMENTS_PER_SIDE)
        return refuse('quota.exceeded', { quota: 'release_comments', limit: COMMENTS_PER_SIDE, used });
      const comments = texts.map(({ path, text }, index) => ({
        id: command.commentIds[index] ?? '',
        path: path ?? '',
        text,
      }));
      const requested: ChangesRequested = {
        type: 'ChangesRequested',
        data: { ...nextStep(command, review), comments },
      };
      return accept([requested], reviewReply(review, requested));
    }
    case 'appealed':
      return notTaken();
    case 'submitted':
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return transitionInvalid(review, 'in_review');
    default:
      return unreachable(review);
  }
}

function problemsOf({ notes, comments }: RequestChanges): readonly Problem[] {
  return [
    ...freeTextProblems('/notes', notes, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS }),
    ...commentListProblems(comments),
  ];
}
