/** Records that the reviewer who holds the release has requested changes, with the comments. */
import { accept, type Decision } from '@kushk/decider';
import type { ChangesRequested } from '../conversation.js';
import type { Release } from '../release.js';
import { checkReviewOrder, type IgnoredStep } from '../review-step.js';

/** Rejects only a fact that must wait for an earlier one (`catalogue.review_out_of_order`). */
export function recordChangesRequested(
  step: ChangesRequested['data'],
  release: Release,
): Decision<readonly ChangesRequested[], IgnoredStep | 'changes_requested'> {
  const order = checkReviewOrder(release, step, 'request_changes');
  if ('outOfOrder' in order) return order.outOfOrder;
  if ('ignored' in order) return accept([], order.ignored);
  return accept([{ type: 'ChangesRequested', data: step }], 'changes_requested');
}
