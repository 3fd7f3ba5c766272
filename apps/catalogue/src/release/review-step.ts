/**
 * The order in which a release applies the steps of its reviewers. The review service numbers them without gaps. Each
 * kind of step is a public fact of its own, so a parked fact may be overtaken by a later one.
 */
import { refuse, unreachable, type Outcome, type Refused } from '@kushk/decider';
import type { KnownRelease, Release, ReviewStep } from './release.js';

/** The public facts of the review service share one reaction, so that the facts of one release keep their order. */
export const reviewReaction = 'on-review';

/** Why a step changed nothing. */
export type IgnoredStep = 'already_applied' | 'already_withdrawn';
export type ReviewOrder<S extends KnownRelease['status']> =
  | { readonly next: Extract<KnownRelease, { status: S }> }
  | { readonly ignored: IgnoredStep }
  | { readonly outOfOrder: Refused };

/** A step in the public facts of the review service. */
export function reviewStep({
  revision: reviewRevision,
  by,
  at,
}: {
  readonly revision: number;
  readonly by: string;
  readonly at: string;
}): ReviewStep {
  return { reviewRevision, by, at };
}

/**
 * Whether this step is the next one for a release with the status `expected`, a repeat, one after the withdrawal (it
 * changes nothing), or one that must wait for an earlier step: `catalogue.review_out_of_order`.
 */
export function checkReviewOrder<S extends KnownRelease['status']>(
  release: Release,
  { reviewRevision }: ReviewStep,
  expected: S,
): ReviewOrder<S> {
  const outOfOrder = (seen: number) => ({
    outOfOrder: refuse('catalogue.review_out_of_order', { seen, got: reviewRevision }),
  });
  switch (release.status) {
    case 'absent':
      return outOfOrder(0);
    case 'withdrawn':
      return { ignored: 'already_withdrawn' };
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'published':
    case 'suspended':
      if (reviewRevision <= release.reviewRevision) return { ignored: 'already_applied' };
      if (reviewRevision > release.reviewRevision + 1 || release.status !== expected)
        return outOfOrder(release.reviewRevision);
      return { next: release as Extract<KnownRelease, { status: S }> };
    default:
      return unreachable(release);
  }
}

/**
 * The reply of a reaction's command. These commands refuse only a step that must wait for an earlier one; the error
 * makes the broker deliver the fact again.
 */
export function replyInOrder<Reply>(command: string, outcome: Outcome<Reply>): Reply {
  if (outcome.accepted) return outcome.reply;
  const { code, params } = outcome.refusal;
  throw new Error(`${command} must wait for an earlier fact: ${code} ${JSON.stringify(params)}`);
}
