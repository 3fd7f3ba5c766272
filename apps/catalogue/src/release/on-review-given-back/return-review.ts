/** Records that the reviewer gave the release back. The release then waits for another reviewer. */
import { accept, type Decision } from '@kushk/decider';
import type { Release, ReviewReturned, ReviewStep } from '../release.js';
import { checkReviewOrder, type IgnoredStep } from '../review-step.js';

/** Rejects only a fact that must wait for an earlier one (`catalogue.review_out_of_order`). */
export function returnReview(
  step: ReviewStep,
  release: Release,
): Decision<readonly ReviewReturned[], IgnoredStep | 'submitted' | 'in_review'> {
  const order = checkReviewOrder(release, step, 'give_back');
  if ('outOfOrder' in order) return order.outOfOrder;
  if ('ignored' in order) return accept([], order.ignored);
  const returned = (data: ReviewReturned['data']): readonly ReviewReturned[] => [{ type: 'ReviewReturned', data }];
  const isAppeal = release.status === 'in_review' && release.conversation.appeal !== null;
  return isAppeal
    ? accept(returned({ ...step, status: 'in_review' }), 'in_review')
    : accept(returned(step), 'submitted');
}
