/** A suspended release is offered and callable again; what waited is delivered in order. */
import { accept, type Decision } from '@kushk/decider';
import {
  announce,
  releaseNotFound,
  transitionInvalid,
  type ReleaseOfPlugin,
  type StatusChange,
} from '../move-release.js';
import type { FactsOfChange } from '../publish-release/publish-release.js';

/** Refusals: `catalogue.release_not_found`, `catalogue.transition_invalid`: what was never published is not resumed. */
export function resumeRelease(
  command: StatusChange,
  { release, plugin }: ReleaseOfPlugin,
): Decision<FactsOfChange, null> {
  if (release.status === 'absent') return releaseNotFound(command.pluginId, command.version);
  if (release.status !== 'suspended') return transitionInvalid(release.status, 'published');
  const { notice, issued } = announce(command, { release, plugin }, { status: 'published', reason: null });
  return accept(
    { release: [{ type: 'ReleaseResumed', data: { by: command.by, at: command.at, notice } }], plugin: [issued] },
    null,
  );
}
