/**
 * The operator resumes a suspended release. Instances list it again and deliver the calls that waited during the
 * suspension, in order.
 */
import { accept, unreachable, type Decision } from '@kushk/decider';
import { requireOwned } from '../../plugin/plugin.js';
import {
  issueStatement,
  releaseNotFound,
  transitionInvalid,
  type StatusChange,
  type StatusChangeFacts,
  type StatusStates,
} from '../status-change.js';

/** Rejects with `catalogue.release_not_found` or `catalogue.transition_invalid`. */
export function resumeRelease(
  command: StatusChange,
  { release, plugin, rollout }: StatusStates,
): Decision<StatusChangeFacts, null> {
  switch (release.status) {
    case 'absent':
      return releaseNotFound(command.pluginId, command.version);
    case 'suspended': {
      const { by, at } = command;
      const { signedStatus, issued } = issueStatement(
        command,
        { release, plugin: requireOwned(plugin) },
        { status: 'published', reason: null, isPaced: rollout.status !== 'absent' },
      );
      return accept({ release: [{ type: 'ReleaseResumed', data: { by, at, signedStatus } }], plugin: [issued] }, null);
    }
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'published':
    case 'withdrawn':
      return transitionInvalid(release.status, 'published');
    default:
      return unreachable(release);
  }
}
