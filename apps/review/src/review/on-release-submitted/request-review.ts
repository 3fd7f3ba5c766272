/** Adds a submitted release to the review queue. */
import { accept, unreachable, type Decision } from '@kushk/decider';
import type { ReleaseUnderReview, Review, ReviewRequested } from '../review.js';

/** Never rejects. A repeated fact changes nothing. */
export function requestReview(
  release: ReleaseUnderReview,
  review: Review,
): Decision<readonly ReviewRequested[], 'requested' | 'already_requested'> {
  switch (review.status) {
    case 'absent':
      return accept([{ type: 'ReviewRequested', data: release }], 'requested');
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'appealed':
    case 'withdrawn':
      return accept([], 'already_requested');
    default:
      return unreachable(review);
  }
}
