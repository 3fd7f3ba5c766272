/**
 * Records that the catalogue published, suspended, resumed or withdrew an approved release, so that a later reviewer
 * command is rejected with the actual status of the release. A return is published without a reviewer, so its first
 * status also brings the approval that this service has signed for it.
 */
import type { DsseEnvelope, ReleaseStatus, Tier } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ReleaseStatusRecorded, Review, ReviewFact, TakenReview, WaitingReview } from '../review.js';

interface RecordReleaseStatus {
  readonly releaseStatus: ReleaseStatus;
  readonly sequence: number;
  /** The verified approval of a return; null for any other release. */
  readonly returned: { readonly tier: Tier; readonly at: string; readonly approval: DsseEnvelope } | null;
}

/** Rejects with `review.not_requested` until the facts that lead to the approval have arrived. */
export function recordReleaseStatus(
  { releaseStatus, sequence, returned }: RecordReleaseStatus,
  review: Review,
): Decision<readonly ReviewFact[], 'recorded' | 'already_recorded'> {
  const recorded: ReleaseStatusRecorded = { type: 'ReleaseStatusRecorded', data: { releaseStatus, sequence } };
  switch (review.status) {
    case 'approved':
      return sequence <= review.releaseStatusSequence ? accept([], 'already_recorded') : accept([recorded], 'recorded');
    case 'submitted':
    case 'in_review':
      if (returned === null) return refuse('review.not_requested');
      return accept([...approvalOfReturn(review, returned), recorded], 'recorded');
    case 'absent':
    case 'rejected':
    case 'appealed':
    case 'withdrawn':
      return refuse('review.not_requested');
    default:
      return unreachable(review);
  }
}

/** The catalogue has recorded the same two steps, with the revisions 1 and 2. */
function approvalOfReturn(
  { status, pluginId, version, revision }: WaitingReview | TakenReview,
  { tier, at, approval }: NonNullable<RecordReleaseStatus['returned']>,
): readonly ReviewFact[] {
  const step = { pluginId, version, by: 'system', byName: 'system', at };
  const taken = status === 'submitted' ? 1 : 0;
  return [
    ...(status === 'submitted'
      ? [{ type: 'ReviewTaken', data: { ...step, revision: revision + 1 } } satisfies ReviewFact]
      : []),
    {
      type: 'ReleaseApproved',
      data: { ...step, revision: revision + taken + 1, tier, notes: '', publish: true, approval },
    },
  ];
}
