/** The operator publishes an approved release. From then on, compatible instances may list it. */
import { accept, unreachable, type Decision } from '@kushk/decider';
import { requireOwned, type OwnedPlugin } from '../../plugin/plugin.js';
import type { ApprovedRelease } from '../release.js';
import {
  issueStatement,
  releaseNotFound,
  transitionInvalid,
  type ReleaseAndPlugin,
  type StatusChange,
  type StatusChangeFacts,
} from '../status-change.js';

/** Rejects with `catalogue.release_not_found` or `catalogue.transition_invalid`. */
export function publishRelease(
  command: StatusChange,
  { release, plugin }: ReleaseAndPlugin,
): Decision<StatusChangeFacts, null> {
  switch (release.status) {
    case 'absent':
      return releaseNotFound(command.pluginId, command.version);
    case 'approved':
      return accept(publication(command, release, requireOwned(plugin)), null);
    case 'submitted':
    case 'in_review':
    case 'rejected':
    case 'published':
    case 'suspended':
    case 'withdrawn':
      return transitionInvalid(release.status, 'published');
    default:
      return unreachable(release);
  }
}

/** Returns the facts of a publication. An approval with immediate publication records the same facts. */
export function publication(command: StatusChange, release: ApprovedRelease, plugin: OwnedPlugin): StatusChangeFacts {
  const { by, at } = command;
  const { signedStatus, issued } = issueStatement(command, { release, plugin }, { status: 'published', reason: null });
  return { release: [{ type: 'ReleasePublished', data: { by, at, signedStatus } }], plugin: [issued] };
}
