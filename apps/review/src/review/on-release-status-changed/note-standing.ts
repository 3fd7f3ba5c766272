/** The catalogue has published, suspended, resumed or withdrawn an approved release: a reviewer is told so who comes too late. */
import type { ReleaseStatus } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Review, StandingNoted } from '../review.js';

/** Refuses only what must wait for its predecessors (`review.not_requested`). */
export function noteStanding(
  { standing, sequence }: { readonly standing: ReleaseStatus; readonly sequence: number },
  review: Review,
): Decision<readonly StandingNoted[], 'noted' | 'already_known'> {
  if (review.status !== 'approved') return refuse('review.not_requested');
  if (sequence <= review.standingSequence) return accept([], 'already_known');
  return accept([{ type: 'StandingNoted', data: { standing, sequence } }], 'noted');
}
