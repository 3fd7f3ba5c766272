/** The life of a release as contract §5 draws it; catalogue and review both refuse by this one table. */
import type { ReleaseStatus } from './catalogue.js';

/** Every move there is. Who may make it is decided where it is made. */
export const releaseMoves = {
  submitted: ['in_review', 'withdrawn'],
  in_review: ['submitted', 'approved', 'rejected', 'withdrawn'],
  approved: ['published', 'withdrawn'],
  rejected: [],
  published: ['suspended', 'withdrawn'],
  suspended: ['published', 'withdrawn'],
  withdrawn: [],
} as const satisfies Readonly<Record<ReleaseStatus, readonly ReleaseStatus[]>>;

/** `params` of the refusal `catalogue.transition_invalid`. */
export interface InvalidTransition extends Readonly<Record<string, unknown>> {
  readonly from: ReleaseStatus;
  readonly to: ReleaseStatus;
  readonly allowed: readonly ReleaseStatus[];
}

/** The details of a refused move: where the release stands, where it should have gone, where it could go. */
export function invalidTransition(from: ReleaseStatus, to: ReleaseStatus): InvalidTransition {
  return { from, to, allowed: releaseMoves[from] };
}
