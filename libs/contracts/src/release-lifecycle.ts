/**
 * The status transitions of a release (docs/reference/releases.md). Catalogue and review both check against this table.
 */
import type { ReleaseStatus } from './catalogue.js';

/** Allowed target statuses by current status. The command that makes a transition decides who may make it. */
export const releaseTransitions = {
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

/** The details of a refused transition: current status, requested status and the statuses that are allowed. */
export function invalidTransition(from: ReleaseStatus, to: ReleaseStatus): InvalidTransition {
  return { from, to, allowed: releaseTransitions[from] };
}
