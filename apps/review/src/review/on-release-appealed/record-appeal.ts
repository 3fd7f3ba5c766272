/** Puts a rejected release back into the queue after its publisher's appeal, for another reviewer. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { RejectionAppealed, Review } from '../review.js';

/** Rejects with `review.not_requested` until the rejection has arrived. A repeated fact changes nothing. */
export function recordAppeal(
  { at }: { readonly at: string },
  review: Review,
): Decision<readonly RejectionAppealed[], 'appealed' | 'already_appealed'> {
  switch (review.status) {
    case 'rejected':
      if (review.appeal !== undefined) return accept([], 'already_appealed');
      return accept([{ type: 'RejectionAppealed', data: { at } }], 'appealed');
    case 'appealed':
    case 'withdrawn':
      return accept([], 'already_appealed');
    case 'in_review':
    case 'approved':
      return review.appeal === undefined ? refuse('review.not_requested') : accept([], 'already_appealed');
    case 'absent':
    case 'submitted':
      return refuse('review.not_requested');
    default:
      return unreachable(review);
  }
}
