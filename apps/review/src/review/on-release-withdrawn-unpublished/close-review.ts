/** Closes the review of a release that was withdrawn before its publication, whatever the status of the review. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Review, ReviewClosed } from '../review.js';

/** Rejects with `review.not_requested` until the submission has arrived. */
export function closeReview(
  { at }: { readonly at: string },
  review: Review,
): Decision<readonly ReviewClosed[], 'closed' | 'already_closed'> {
  switch (review.status) {
    case 'absent':
      return refuse('review.not_requested');
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'appealed':
      return accept([{ type: 'ReviewClosed', data: { at } }], 'closed');
    case 'withdrawn':
      return accept([], 'already_closed');
    default:
      return unreachable(review);
  }
}
