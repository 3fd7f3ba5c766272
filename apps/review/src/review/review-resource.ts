/** The review in the words of the wire and of the queue. */
import type { ReviewItem } from '@kushk/contracts';
import type { KnownReview } from './review.js';

export function reviewRow(review: KnownReview): ReviewItem {
  return {
    plugin_id: review.pluginId, version: review.version, status: review.status, requested_tier: review.requestedTier,
    submitted_at: review.submittedAt, taken_by: 'takenBy' in review ? review.takenBy : null,
  };
}
