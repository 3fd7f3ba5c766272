/** The release was taken back before it was published: the desk closes its case, whatever it had done with it. */
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Review, ReleaseWithdrawn } from '../review.js';

/** Refuses only what must wait for the submission itself (`review.not_requested`). */
export function closeReview(
  { at }: { readonly at: string },
  review: Review,
): Decision<readonly ReleaseWithdrawn[], 'withdrawn' | 'already_known'> {
  if (review.status === 'absent') return refuse('review.not_requested');
  if (review.status === 'withdrawn') return accept([], 'already_known');
  return accept([{ type: 'ReleaseWithdrawn', data: { at } }], 'withdrawn');
}
