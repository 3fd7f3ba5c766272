/**
 * Records that the catalogue published, suspended, resumed or withdrew an approved release, so that a later reviewer
 * command is rejected with the actual status of the release.
 */
import type { ReleaseStatus } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ReleaseStatusRecorded, Review } from '../review.js';

/** Rejects with `review.not_requested` until the facts that lead to the approval have arrived. */
export function recordReleaseStatus(
  { releaseStatus, sequence }: { readonly releaseStatus: ReleaseStatus; readonly sequence: number },
  review: Review,
): Decision<readonly ReleaseStatusRecorded[], 'recorded' | 'already_recorded'> {
  switch (review.status) {
    case 'approved':
      if (sequence <= review.releaseStatusSequence) return accept([], 'already_recorded');
      return accept([{ type: 'ReleaseStatusRecorded', data: { releaseStatus, sequence } }], 'recorded');
    case 'absent':
    case 'submitted':
    case 'in_review':
    case 'rejected':
    case 'withdrawn':
      return refuse('review.not_requested');
    default:
      return unreachable(review);
  }
}
