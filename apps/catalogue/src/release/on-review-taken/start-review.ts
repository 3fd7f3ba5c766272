/** Records that a reviewer took the release for review. */
import { accept, type Decision } from '@kushk/decider';
import type { Release, ReviewStarted, ReviewStep } from '../release.js';
import { checkReviewOrder, type IgnoredStep } from '../review-step.js';

/** Rejects only a fact that must wait for an earlier one (`catalogue.review_out_of_order`). */
export function startReview(
  step: ReviewStep,
  release: Release,
): Decision<readonly ReviewStarted[], IgnoredStep | 'in_review'> {
  const order = checkReviewOrder(release, step, 'take');
  if ('outOfOrder' in order) return order.outOfOrder;
  if ('ignored' in order) return accept([], order.ignored);
  return accept([{ type: 'ReviewStarted', data: step }], 'in_review');
}
