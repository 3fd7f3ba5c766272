/** The reviewer has given the release back: it waits for another one. */
import { accept, type Decision } from '@kushk/decider';
import { followReview, type DeskWord, type Unmoved } from '../follow-review.js';
import type { Release, ReviewReturned } from '../release.js';

/** Refuses only what must wait for its predecessor (`catalogue.review_out_of_order`). */
export function returnReview(
  word: DeskWord,
  release: Release,
): Decision<readonly ReviewReturned[], Unmoved | 'submitted'> {
  const followed = followReview(release, word, 'in_review');
  if ('early' in followed) return followed.early;
  if ('unmoved' in followed) return accept([], followed.unmoved);
  return accept([{ type: 'ReviewReturned', data: word }], 'submitted');
}
