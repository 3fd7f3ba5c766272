/** Withdraws a release permanently. The operator may also withdraw one that is suspended, its publisher may not. */
import { freeTextProblems, invalidTransition, NOTES_MAX_CODE_POINTS, type ReleaseStatus } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { requireOwned } from '../../plugin/plugin.js';
import { endRollout } from '../../rollout/rollout-change.js';
import { unpublishedStatuses, type ReleaseFact, type SignedStatus } from '../release.js';
import {
  issueStatement,
  releaseNotFound,
  transitionInvalid,
  type StatusChange,
  type StatusChangeFacts,
  type StatusStates,
} from '../status-change.js';

/** A suspension is the operator's: its publisher cannot end it by a withdrawal. */
const WITHDRAWABLE_BY_PUBLISHER: readonly ReleaseStatus[] = [...unpublishedStatuses, 'published'];

export interface WithdrawRelease extends StatusChange {
  /** Null when the operator withdraws the release. */
  readonly publisherId: string | null;
  readonly reason: string;
}

/**
 * Rejects with `request.invalid` (missing reason), `catalogue.release_not_found` (unknown release, or a release of
 * another publisher) or `catalogue.transition_invalid`.
 */
export function withdrawRelease(
  command: WithdrawRelease,
  { release, plugin, rollout }: StatusStates,
): Decision<StatusChangeFacts, null> {
  const { pluginId, version, publisherId, reason, by, at } = command;
  const problems = freeTextProblems('/reason', reason, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (release.status === 'absent' || (publisherId !== null && release.publisherId !== publisherId))
    return releaseNotFound(pluginId, version);
  if (publisherId !== null && !WITHDRAWABLE_BY_PUBLISHER.includes(release.status)) {
    // The operator may still withdraw a suspended release, but its publisher has no allowed transition.
    return refuse('catalogue.transition_invalid', { ...invalidTransition(release.status, 'withdrawn'), allowed: [] });
  }
  const withdrawn = (signedStatus: SignedStatus | null): ReleaseFact => ({
    type: 'ReleaseWithdrawn',
    data: { pluginId, version, reason, by, at, signedStatus },
  });
  switch (release.status) {
    case 'submitted':
    case 'in_review':
    case 'approved':
      return accept({ release: [withdrawn(null)], plugin: [] }, null);
    case 'published':
    case 'suspended': {
      const { signedStatus, issued } = issueStatement(
        command,
        { release, plugin: requireOwned(plugin) },
        { status: 'withdrawn', reason },
      );
      const ended = endRollout(command, rollout, 'withdrawn');
      return accept({ rollout: ended, release: [withdrawn(signedStatus)], plugin: [issued] }, null);
    }
    case 'rejected':
    case 'withdrawn':
      return transitionInvalid(release.status, 'withdrawn');
    default:
      return unreachable(release);
  }
}
