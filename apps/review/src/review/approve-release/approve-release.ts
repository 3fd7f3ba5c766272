/** The assigned reviewer approves a release: sets the final tier, and signs exactly what was submitted. */
import {
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  requestProblem,
  type DsseEnvelope,
  type Problem,
  type Provenance,
  type ReviewReply,
  type Tier,
} from '@kushk/contracts';
import { canonicalDigest, type ApprovedProvenance, type ReleaseApproval } from '@kushk/credentials';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ReleaseApproved, Review, TakenReview } from '../review.js';
import {
  nextStep,
  notTaken,
  releaseNotFound,
  reviewReply,
  takenByOther,
  transitionInvalid,
  type ReviewerCommand,
} from '../reviewer-step.js';

export interface ApproveRelease extends ReviewerCommand {
  readonly tier: Tier;
  readonly notes: string;
  /** Whether the catalogue publishes the release together with the approval. */
  readonly publish: boolean;
  /** Signs with the reviewers' key. Ed25519 is deterministic, so a repeated decision produces the same signature. */
  readonly sign: (approval: ReleaseApproval) => DsseEnvelope;
}

const tiers: readonly string[] = ['community', 'verified', 'private'] satisfies Tier[];

/**
 * Rejects with `request.invalid` (unknown tier), `catalogue.release_not_found`, `review.taken_by_other`,
 * `review.not_taken` or `catalogue.transition_invalid`.
 */
export function approveRelease(
  command: ApproveRelease,
  review: Review,
): Decision<readonly ReleaseApproved[], ReviewReply> {
  const problems = [
    ...tierProblems(command.tier),
    ...freeTextProblems('/notes', command.notes, { required: false, maxCodePoints: NOTES_MAX_CODE_POINTS }),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (review.status) {
    case 'absent':
      return releaseNotFound(command);
    case 'in_review': {
      if (review.takenBy !== command.by) return takenByOther(review);
      const approved = approvalOf(command, review);
      return accept([approved], reviewReply(review, approved));
    }
    case 'appealed':
      return notTaken();
    case 'submitted':
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return transitionInvalid(review, 'approved');
    default:
      return unreachable(review);
  }
}

function approvalOf(command: ApproveRelease, review: TakenReview): ReleaseApproved {
  const { tier, notes, publish, at } = command;
  const { pluginId, version, manifestDigest, image, previous, provenance = null } = review;
  const approval = command.sign({
    plugin_id: pluginId,
    version,
    manifest_digest: manifestDigest,
    image,
    tier,
    decided_at: at,
    previous,
    provenance: provenance === null ? null : approvedProvenance(provenance),
  });
  return { type: 'ReleaseApproved', data: { ...nextStep(command, review), tier, notes, publish, approval } };
}

/** The digest covers the id of the trust, which only the publisher and the hub know, so nobody can guess the rest. */
function approvedProvenance(provenance: Provenance): ApprovedProvenance {
  const { issuer, claims } = provenance;
  return { digest: canonicalDigest(provenance), shown: provenance.public ? { issuer, claims } : null };
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
