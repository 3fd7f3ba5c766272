/** A published release is stopped across the whole fleet; its installations refuse calls until it is resumed. */
import { freeTextProblems, NOTES_MAX_CODE_POINTS } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import {
  announce,
  releaseNotFound,
  transitionInvalid,
  type ReleaseOfPlugin,
  type StatusChange,
} from '../move-release.js';
import type { FactsOfChange } from '../publish-release/publish-release.js';

/** Refusals: `request.invalid` without a reason, `catalogue.release_not_found`, `catalogue.transition_invalid`. */
export function suspendRelease(
  command: StatusChange & { readonly reason: string },
  { release, plugin }: ReleaseOfPlugin,
): Decision<FactsOfChange, null> {
  const problems = freeTextProblems('/reason', command.reason, {
    required: true,
    maxCodePoints: NOTES_MAX_CODE_POINTS,
  });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (release.status === 'absent') return releaseNotFound(command.pluginId, command.version);
  if (release.status !== 'published') return transitionInvalid(release.status, 'suspended');
  const { reason, by, at } = command;
  const { notice, issued } = announce(command, { release, plugin }, { status: 'suspended', reason });
  return accept({ release: [{ type: 'ReleaseSuspended', data: { reason, by, at, notice } }], plugin: [issued] }, null);
}
