/**
 * The order in which a release applies reviewer actions. The review service numbers the actions without gaps. Each
 * kind of action is a separate public fact, so a later fact may overtake a parked one.
 */
import { PrerequisiteMissing, refuse, type Outcome, type Refused } from '@kushk/decider';
import type { Release, ReviewStep } from './release.js';

/** One reaction handles all public facts of the review service, so that the facts of one release keep their order. */
export const reviewReaction = 'on-review';

type ReviewStepName = 'take' | 'give_back' | 'request_changes' | 'approve' | 'reject';

/** The reviewer actions that each status allows. A new status causes compile errors until it has an entry here. */
const allowedSteps = {
  absent: [],
  submitted: ['take'],
  in_review: ['give_back', 'request_changes', 'approve', 'reject'],
  appealed: ['take'],
  approved: [],
  rejected: [],
  published: [],
  suspended: [],
  withdrawn: [],
} as const satisfies Readonly<Record<string, readonly ReviewStepName[]>>;
type ListedRelease = Extract<Release, { status: keyof typeof allowedSteps }>;

/** An appeal that no reviewer has taken is in review without a holder. */
function keyOf(release: ListedRelease): keyof typeof allowedSteps {
  return release.status === 'in_review' && release.takenBy === null ? 'appealed' : release.status;
}

/** Why a reviewer action changed nothing. */
export type IgnoredStep = 'already_applied' | 'already_withdrawn';
type ReviewOrder =
  | { readonly isNext: true }
  | { readonly isNext: false; readonly ignored: IgnoredStep }
  | { readonly isNext: false; readonly outOfOrder: Refused };

/** Reads the reviewer action from a public fact of the review service. */
export function reviewStep({
  revision: reviewRevision,
  by,
  by_name: byName,
  at,
}: {
  readonly revision: number;
  readonly by: string;
  readonly by_name: string;
  readonly at: string;
}): ReviewStep {
  return { reviewRevision, by, byName, at };
}

/**
 * Checks whether this reviewer action is the next one of the release. An action that was already applied, or that
 * follows the withdrawal of the release, is ignored. An action that must wait for an earlier one gets
 * `catalogue.review_out_of_order`.
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
  const allowed: readonly ReviewStepName[] = allowedSteps[keyOf(release)];
  if (reviewRevision > release.reviewRevision + 1 || !allowed.includes(name)) return outOfOrder(release.reviewRevision);
  return { isNext: true };
}

/**
 * Returns the reply of a command that handles a public fact. Such a command is rejected only when its fact must wait
 * for an earlier one; the thrown error makes the fact wait for it.
 */
export function replyInOrder<Reply>(command: string, outcome: Outcome<Reply>): Reply {
  if (outcome.accepted) return outcome.reply;
  const { code, params } = outcome.refusal;
  throw new PrerequisiteMissing(`${command} must wait for an earlier fact: ${code} ${JSON.stringify(params)}`);
}
