/** A publisher submits a version: the first one claims the plugin, and each version is taken once only. */
import type { CapabilityDiff, JsonObject, Problem, ReleaseResource, Tier } from '@kushk/contracts';
import { accept, fold, refuse, type Decision } from '@kushk/decider';
import { newestPublished, type PluginFact } from '../../plugin/plugin.js';
import type { ReleaseOfPlugin } from '../move-release.js';
import { releaseResource, releaseRow, submissionRow } from '../release-resource.js';
import { releaseStream, type ReleaseFact, type ReleaseSubmitted } from '../release.js';

/** A body that has passed its own checks, with what had to be gathered for the decision. */
export interface SubmitRelease {
  readonly releaseId: string;
  readonly publisherId: string;
  readonly manifest: JsonObject & {
    readonly id: string;
    readonly version: string;
    readonly kind: 'external' | 'instance';
    readonly plugin_api: string;
    readonly names: Readonly<Record<string, string>>;
  };
  readonly manifestDigest: string;
  readonly requestedTier: Tier | '';
  readonly notes: string;
  readonly warnings: readonly Problem[];
  /** Against the newest version that was published when it was gathered. */
  readonly diff: CapabilityDiff | null;
  readonly at: string;
  /** Registered instances that could run it, for the answer only. */
  readonly compatible: number;
}
export interface FactsOfSubmission {
  readonly release: readonly ReleaseFact[];
  readonly plugin: readonly PluginFact[];
}

/** The difference was drawn against a version that is no longer the newest: gather again. Never leaves the service. */
export const NEWEST_MOVED = 'catalogue.newest_moved';

/** Refusals in the order of contract §3: `catalogue.plugin_owned_elsewhere`, `catalogue.version_exists`. */
export function submitRelease(
  command: SubmitRelease,
  { release, plugin }: ReleaseOfPlugin,
): Decision<FactsOfSubmission, ReleaseResource> {
  const { releaseId, publisherId, manifest, manifestDigest, requestedTier, notes, warnings, diff, at } = command;
  const { id: pluginId, version, kind, plugin_api: pluginApi, names } = manifest;
  if (plugin.status === 'owned' && plugin.publisherId !== publisherId)
    return refuse('catalogue.plugin_owned_elsewhere', { plugin_id: pluginId });
  if (release.status !== 'absent') {
    const same = release.manifestDigest === manifestDigest;
    return refuse('catalogue.version_exists', {
      plugin_id: pluginId,
      version,
      status: release.status,
      same_content: same,
    });
  }
  if ((diff?.previous ?? null) !== newestPublished(plugin)) return refuse(NEWEST_MOVED);
  const submitted: ReleaseSubmitted = {
    type: 'ReleaseSubmitted',
    data: {
      releaseId,
      publisherId,
      pluginId,
      version,
      kind,
      pluginApi,
      names,
      requestedTier,
      notes,
      warnings,
      manifest,
      manifestDigest,
      diff,
      at,
    },
  };
  const after = fold(releaseStream, [submitted], release);
  if (after.status === 'absent') throw new Error('a submitted release cannot be absent');
  const fleet = { compatible: command.compatible, accepted: 0, refused: [] };
  return accept(
    {
      release: [submitted],
      plugin: plugin.status === 'absent' ? [{ type: 'PluginClaimed', data: { publisherId, at } }] : [],
    },
    releaseResource(submissionRow(submitted.data), releaseRow(after), fleet),
  );
}
