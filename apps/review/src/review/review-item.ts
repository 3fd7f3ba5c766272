/** The review as the API and the queue show it. */
import type { ReviewItem } from '@kushk/contracts';
import type { KnownReview } from './review.js';

/** The plugin kind follows from the image: only plugins of kind `instance` have one (docs/reference/releases.md). */
export function reviewItem(review: KnownReview): ReviewItem {
  return {
    plugin_id: review.pluginId,
    names: review.names,
    version: review.version,
    status: review.status === 'appealed' ? 'in_review' : review.status,
    requested_tier: review.requestedTier,
    submitted_at: review.submittedAt,
    taken_by: 'takenBy' in review ? review.takenBy : null,
    taken_by_name: 'takenBy' in review ? review.takenByName : null,
    publisher_id: review.publisherId,
    kind: review.image === null ? 'external' : 'instance',
    diff_class: review.diffClass,
    ...(review.changesRequestedAt !== undefined && { changes_requested_at: review.changesRequestedAt }),
    ...(review.commentedAt !== undefined && { commented_at: review.commentedAt }),
    ...(review.appeal !== undefined && {
      appeal: {
        at: review.appeal.at,
        rejected_by: review.appeal.rejectedBy,
        rejected_by_name: review.appeal.rejectedByName,
      },
    }),
    ...(review.returnedFrom !== undefined && { returned_from: review.returnedFrom }),
    ...(review.replaces !== undefined && {
      replaces: {
        version: review.replaces.version,
        requested_by: review.replaces.requestedBy?.subject ?? null,
        requested_by_name: review.replaces.requestedBy?.name ?? null,
      },
    }),
  };
}
