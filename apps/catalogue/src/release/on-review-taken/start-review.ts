/** A reviewer has taken the release. */
import { accept, type Decision } from '@kushk/decider';
import { followReview, type DeskWord, type Unmoved } from '../follow-review.js';
import type { Release, ReviewStarted } from '../release.js';

/** Refuses only what must wait for its predecessor (`catalogue.review_out_of_order`). */
export function startReview(
  word: DeskWord,
  release: Release,
): Decision<readonly ReviewStarted[], Unmoved | 'in_review'> {
  const followed = followReview(release, word, 'submitted');
  if ('early' in followed) return followed.early;
  if ('unmoved' in followed) return accept([], followed.unmoved);
  return accept([{ type: 'ReviewStarted', data: word }], 'in_review');
}
