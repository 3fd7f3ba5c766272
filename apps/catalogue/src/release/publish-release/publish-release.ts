/** An approved release goes to the fleet: from now on compatible instances may offer it. */
import { accept, type Decision } from '@kushk/decider';
import type { Plugin, PluginFact } from '../../plugin/plugin.js';
import type { ApprovedRelease, ReleaseFact } from '../release.js';
import {
  announce,
  releaseNotFound,
  transitionInvalid,
  type ReleaseOfPlugin,
  type StatusChange,
} from '../move-release.js';

export interface FactsOfChange {
  readonly release: readonly ReleaseFact[];
  readonly plugin: readonly PluginFact[];
}

/** Refusals: `catalogue.release_not_found`, `catalogue.transition_invalid`. */
export function publishRelease(
  command: StatusChange,
  { release, plugin }: ReleaseOfPlugin,
): Decision<FactsOfChange, null> {
  if (release.status === 'absent') return releaseNotFound(command.pluginId, command.version);
  if (release.status !== 'approved') return transitionInvalid(release.status, 'published');
  return accept(publication(command, release, plugin), null);
}

/** The facts of publishing an approved release; also used where the reviewer asked for it in the approval. */
export function publication(command: StatusChange, release: ApprovedRelease, plugin: Plugin): FactsOfChange {
  const { notice, issued } = announce(command, { release, plugin }, { status: 'published', reason: null });
  return {
    release: [{ type: 'ReleasePublished', data: { by: command.by, at: command.at, notice } }],
    plugin: [issued],
  };
}
