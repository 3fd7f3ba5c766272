/** A publisher appeals against the rejection of its release, once. Another reviewer then decides on it. */
import { APPEAL_DAYS, freeTextProblems, invalidTransition, NOTES_MAX_CODE_POINTS } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { RejectionAppealed } from '../conversation.js';
import type { RejectedRelease } from '../release.js';
import { releaseNotFound, transitionInvalid, type StatusChangeFacts, type StatusStates } from '../status-change.js';

export interface AppealRejection {
  readonly publisherId: string;
  readonly pluginId: string;
  readonly version: string;
  readonly text: string;
  readonly by: string;
  readonly at: string;
}

const MS_PER_DAY = 86_400_000;

/**
 * Rejects with `request.invalid` (missing text), `catalogue.release_not_found` (unknown, or of another publisher) or
 * `catalogue.transition_invalid`. For a second or a late appeal, `params.reason` of the latter says which.
 */
export function appealRejection(
  { publisherId, pluginId, version, text, by, at }: AppealRejection,
  { release }: Pick<StatusStates, 'release'>,
): Decision<StatusChangeFacts, null> {
  const problems = freeTextProblems('/text', text, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (release.status === 'absent' || release.publisherId !== publisherId) return releaseNotFound(pluginId, version);
  switch (release.status) {
    case 'rejected': {
      const reason = refusedFor(release, at);
      if (reason !== null)
        return refuse('catalogue.transition_invalid', { ...invalidTransition('rejected', 'in_review'), reason });
      const appealed: RejectionAppealed = { type: 'RejectionAppealed', data: { pluginId, version, text, by, at } };
      return accept({ release: [appealed], plugin: [] }, null);
    }
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'published':
    case 'suspended':
    case 'withdrawn':
      return transitionInvalid(release.status, 'in_review');
    default:
      return unreachable(release);
  }
}

function refusedFor({ conversation, decidedAt }: RejectedRelease, at: string): 'already_appealed' | 'too_late' | null {
  if (conversation.appeal !== null) return 'already_appealed';
  return Date.parse(at) - Date.parse(decidedAt) > APPEAL_DAYS * MS_PER_DAY ? 'too_late' : null;
}
