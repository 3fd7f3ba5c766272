/** The reviewer has said no, with a reason; the version is closed for good. */
import { accept, type Decision } from '@kushk/decider';
import { followReview, type DeskWord, type Unmoved } from '../follow-review.js';
import type { Release, ReleaseRejected } from '../release.js';

/** Refuses only what must wait for its predecessor (`catalogue.review_out_of_order`). */
export function rejectRelease(
  word: DeskWord & { readonly notes: string },
  release: Release,
): Decision<readonly ReleaseRejected[], Unmoved | 'rejected'> {
  const followed = followReview(release, word, 'in_review');
  if ('early' in followed) return followed.early;
  if ('unmoved' in followed) return accept([], followed.unmoved);
  return accept([{ type: 'ReleaseRejected', data: word }], 'rejected');
}
