/** The review in the words of the wire and of the queue. */
import type { ReviewItem } from '@kushk/contracts';
import type { KnownReview } from './review.js';

/** The kind of a plugin shows in its image: only those of kind `instance` have one (contract §4). */
export function reviewRow(review: KnownReview): ReviewItem {
  return {
    plugin_id: review.pluginId,
    version: review.version,
    status: review.status,
    requested_tier: review.requestedTier,
    submitted_at: review.submittedAt,
    taken_by: 'takenBy' in review ? review.takenBy : null,
    publisher_id: review.publisherId,
    kind: review.image === null ? 'external' : 'instance',
    diff_class: review.diffClass,
  };
}
