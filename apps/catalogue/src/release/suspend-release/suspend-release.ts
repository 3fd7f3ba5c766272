/**
 * The operator suspends a published release on every instance. Its installations reject calls until the release is
 * resumed.
 */
import { freeTextProblems, NOTES_MAX_CODE_POINTS } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { requireOwned } from '../../plugin/plugin.js';
import { endRollout } from '../../rollout/rollout-change.js';
import {
  issueStatement,
  releaseNotFound,
  transitionInvalid,
  type StatusChange,
  type StatusChangeFacts,
  type StatusStates,
} from '../status-change.js';

/** Rejects with `request.invalid` (missing reason), `catalogue.release_not_found` or `catalogue.transition_invalid`. */
export function suspendRelease(
  command: StatusChange & { readonly reason: string },
  { release, plugin, rollout }: StatusStates,
): Decision<StatusChangeFacts, null> {
  const { reason, by, at } = command;
  const problems = freeTextProblems('/reason', reason, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (release.status) {
    case 'absent':
      return releaseNotFound(command.pluginId, command.version);
    case 'published': {
      const { signedStatus, issued } = issueStatement(
        command,
        { release, plugin: requireOwned(plugin) },
        { status: 'suspended', reason },
      );
      const data = { reason, by, at, signedStatus };
      const ended = endRollout(command, rollout, 'suspended');
      return accept({ rollout: ended, release: [{ type: 'ReleaseSuspended', data }], plugin: [issued] }, null);
    }
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'suspended':
    case 'withdrawn':
      return transitionInvalid(release.status, 'suspended');
    default:
      return unreachable(release);
  }
}
