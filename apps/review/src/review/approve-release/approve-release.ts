/** The reviewer who holds a release approves it: the final tier, and a signature over exactly what was submitted. */
import {
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  requestProblem,
  type DsseEnvelope,
  type Problem,
  type ReviewReply,
  type Tier,
} from '@kushk/contracts';
import type { ReleaseApproval } from '@kushk/credentials';
import { accept, fold, refuse, type Decision } from '@kushk/decider';
import {
  nextWord,
  releaseNotFound,
  replyOf,
  takenByOther,
  transitionInvalid,
  type ReviewerAsks,
} from '../move-review.js';
import { reviewStream, type KnownReview, type ReleaseApproved, type Review } from '../review.js';

export interface ApproveRelease extends ReviewerAsks {
  readonly tier: Tier;
  readonly notes: string;
  /** Whether the catalogue shall publish it at once. */
  readonly publish: boolean;
  /** Signs with the reviewers' key. Ed25519 gives the same signature for the same approval, so a decision may call it. */
  readonly sign: (approval: ReleaseApproval) => DsseEnvelope;
}

const tiers: readonly string[] = ['community', 'verified', 'private'] satisfies Tier[];

/** Refusals: `request.invalid` without a tier, `catalogue.release_not_found`, `review.taken_by_other`, `catalogue.transition_invalid`. */
export function approveRelease(
  command: ApproveRelease,
  review: Review,
): Decision<readonly ReleaseApproved[], ReviewReply> {
  const { tier, notes, publish, at } = command;
  const problems = [
    ...tierProblems(tier),
    ...freeTextProblems('/notes', notes, { required: false, maxCodePoints: NOTES_MAX_CODE_POINTS }),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (review.status === 'absent') return releaseNotFound(command);
  if (review.status !== 'in_review') return transitionInvalid(review, 'approved');
  if (review.takenBy !== command.by) return takenByOther(review);
  const { pluginId, version, manifestDigest, image, previous } = review;
  const approval = command.sign({
    plugin_id: pluginId,
    version,
    manifest_digest: manifestDigest,
    image,
    tier,
    decided_at: at,
    previous,
  });
  const approved: ReleaseApproved = {
    type: 'ReleaseApproved',
    data: { ...nextWord(command, review), tier, notes, publish, approval },
  };
  return accept([approved], replyOf(fold(reviewStream, [approved], review) as KnownReview));
}

function tierProblems(tier: string): readonly Problem[] {
  if (tiers.includes(tier)) return [];
  return [
    requestProblem('enum', '/tier', {
      message: 'must be community, verified or private',
      message_fa: 'باید community، verified یا private باشد',
    }),
  ];
}
