/**
 * The status transitions of a release (docs/reference/releases.md). Catalogue and review both check transitions
 * against this table.
 */
import type { ReleaseStatus } from './catalogue.js';

/**
 * The allowed target statuses by current status. The appeal, which leads back from `rejected`, is not among them: it is
 * open to the publisher alone, and only once. The command that makes a transition checks which callers may make
 * it.
 */
export const releaseTransitions = {
  submitted: ['in_review', 'withdrawn'],
  in_review: ['submitted', 'approved', 'rejected', 'withdrawn'],
  approved: ['published', 'withdrawn'],
  rejected: [],
  published: ['suspended', 'withdrawn'],
  suspended: ['published', 'withdrawn'],
  withdrawn: [],
} as const satisfies Readonly<Record<ReleaseStatus, readonly ReleaseStatus[]>>;

/** The `params` of the error `catalogue.transition_invalid`. */
interface InvalidTransition extends Readonly<Record<string, unknown>> {
  readonly from: ReleaseStatus;
  readonly to: ReleaseStatus;
  readonly allowed: readonly ReleaseStatus[];
}

/** Builds the details of a rejected transition: the current status, the requested status and the allowed statuses. */
export function invalidTransition(from: ReleaseStatus, to: ReleaseStatus): InvalidTransition {
  return { from, to, allowed: releaseTransitions[from] };
}
