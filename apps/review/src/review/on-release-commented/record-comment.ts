/** Records that the publisher has commented on a release, so that the queue shows it. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { PublisherCommented, Review } from '../review.js';

/** Rejects with `review.not_requested` until the submission has arrived. A repeated fact changes nothing. */
export function recordComment(
  { at }: { readonly at: string },
  review: Review,
): Decision<readonly PublisherCommented[], 'commented' | 'already_commented' | 'decided'> {
  switch (review.status) {
    case 'absent':
      return refuse('review.not_requested');
    case 'submitted':
    case 'in_review':
    case 'appealed':
      if (review.commentedAt !== undefined && review.commentedAt >= at) return accept([], 'already_commented');
      return accept([{ type: 'PublisherCommented', data: { at } }], 'commented');
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      // The reviewer decided before this comment arrived.
      return accept([], 'decided');
    default:
      return unreachable(review);
  }
}
