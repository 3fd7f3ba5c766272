/** A submitted release comes to the desk. */
import { accept, type Decision } from '@kushk/decider';
import type { Case, Review, ReviewRequested } from '../review.js';

/** Never refuses: what has come before has come. */
export function requestReview(
  submitted: Case,
  review: Review,
): Decision<readonly ReviewRequested[], 'requested' | 'already_known'> {
  if (review.status !== 'absent') return accept([], 'already_known');
  return accept([{ type: 'ReviewRequested', data: submitted }], 'requested');
}
