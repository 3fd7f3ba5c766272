/** Records that a reviewer rejected the release, with the reason. The version cannot be submitted again. */
import { accept, type Decision } from '@kushk/decider';
import type { RejectionRecorded, Release, ReviewStep } from '../release.js';
import { checkReviewOrder, type IgnoredStep } from '../review-step.js';

/** Returns an error only for a fact that must wait for an earlier one (`catalogue.review_out_of_order`). */
export function recordRejection(
  step: ReviewStep & { readonly notes: string },
  release: Release,
): Decision<readonly RejectionRecorded[], IgnoredStep | 'rejected'> {
  const order = checkReviewOrder(release, step, 'reject');
  if ('outOfOrder' in order) return order.outOfOrder;
  if ('ignored' in order) return accept([], order.ignored);
  return accept([{ type: 'RejectionRecorded', data: step }], 'rejected');
}
