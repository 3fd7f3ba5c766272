/**
 * The order in which a release applies the steps of its reviewers. The review service numbers them without gaps. Each
 * kind of step is a public fact of its own, so a parked fact may be overtaken by a later one.
 */
import { refuse, type Outcome, type Refused } from '@kushk/decider';
import type { Release, ReviewStep } from './release.js';

/** The public facts of the review service share one reaction, so that the facts of one release keep their order. */
export const reviewReaction = 'on-review';

export type ReviewStepName = 'take' | 'give_back' | 'approve' | 'reject';

/** The steps that each status allows. A new status fails to compile in every decision until it has a row here. */
const allowedSteps = {
  absent: [],
  submitted: ['take'],
  in_review: ['give_back', 'approve', 'reject'],
  approved: [],
  rejected: [],
  published: [],
  suspended: [],
  withdrawn: [],
} as const satisfies Readonly<Record<string, readonly ReviewStepName[]>>;
type ListedRelease = Extract<Release, { status: keyof typeof allowedSteps }>;

/** Why a step changed nothing. */
export type IgnoredStep = 'already_applied' | 'already_withdrawn';
export type ReviewOrder =
  | { readonly isNext: true }
  | { readonly isNext: false; readonly ignored: IgnoredStep }
  | { readonly isNext: false; readonly outOfOrder: Refused };

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
 * Whether this step is the next one of the release, a repeat, one after the withdrawal (it changes nothing), or one
 * that must wait for an earlier step: `catalogue.review_out_of_order`.
 */
export function checkReviewOrder(
  release: ListedRelease,
  { reviewRevision }: ReviewStep,
  name: ReviewStepName,
): ReviewOrder {
  const outOfOrder = (seen: number): ReviewOrder => ({
    isNext: false,
    outOfOrder: refuse('catalogue.review_out_of_order', { seen, got: reviewRevision }),
  });
  if (release.status === 'absent') return outOfOrder(0);
  if (release.status === 'withdrawn') return { isNext: false, ignored: 'already_withdrawn' };
  if (reviewRevision <= release.reviewRevision) return { isNext: false, ignored: 'already_applied' };
  const allowed: readonly ReviewStepName[] = allowedSteps[release.status];
  if (reviewRevision > release.reviewRevision + 1 || !allowed.includes(name)) return outOfOrder(release.reviewRevision);
  return { isNext: true };
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
