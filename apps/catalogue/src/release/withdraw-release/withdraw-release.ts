/** A release is taken back for good: by its publisher before it is published, by the operator at any time before it has ended. */
import { freeTextProblems, invalidTransition, NOTES_MAX_CODE_POINTS } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { unpublishedStatuses, type ReleaseFact } from '../release.js';
import {
  announce,
  releaseNotFound,
  transitionInvalid,
  type ReleaseOfPlugin,
  type StatusChange,
} from '../move-release.js';
import type { FactsOfChange } from '../publish-release/publish-release.js';

/** `publisherId` null: the operator asks. */
export interface WithdrawRelease extends StatusChange {
  readonly publisherId: string | null;
  readonly reason: string;
}

/** Refusals: `request.invalid` without a reason, `catalogue.release_not_found` (absent or foreign), `catalogue.transition_invalid`. */
export function withdrawRelease(
  command: WithdrawRelease,
  { release, plugin }: ReleaseOfPlugin,
): Decision<FactsOfChange, null> {
  const { pluginId, version, publisherId, reason, by, at } = command;
  const problems = freeTextProblems('/reason', reason, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (release.status === 'absent' || (publisherId !== null && release.publisherId !== publisherId))
    return releaseNotFound(pluginId, version);
  if (publisherId !== null && !unpublishedStatuses.includes(release.status)) {
    // The operator could still withdraw it; to its publisher no move is left.
    return refuse('catalogue.transition_invalid', { ...invalidTransition(release.status, 'withdrawn'), allowed: [] });
  }
  const withdrawn = (notice: ReturnType<typeof announce>['notice'] | null): ReleaseFact => ({
    type: 'ReleaseWithdrawn',
    data: { pluginId, version, reason, by, at, notice },
  });
  switch (release.status) {
    case 'submitted':
    case 'in_review':
    case 'approved':
      return accept({ release: [withdrawn(null)], plugin: [] }, null);
    case 'published':
    case 'suspended': {
      const { notice, issued } = announce(command, { release, plugin }, { status: 'withdrawn', reason });
      return accept({ release: [withdrawn(notice)], plugin: [issued] }, null);
    }
    case 'rejected':
    case 'withdrawn':
      return transitionInvalid(release.status, 'withdrawn');
    default:
      return unreachable(release);
  }
}
