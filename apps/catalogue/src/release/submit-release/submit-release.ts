/**
 * A publisher submits a version. The first version claims the plugin id for the publisher. Each version can be
 * submitted only once.
 */
import type { CapabilityDiff, JsonObject, Provenance, ReleaseResource, ReturnedRelease } from '@kushk/contracts';
import { accept, fold, refuse, streamRef, unreachable, type Decision, type Refused } from '@kushk/decider';
import { newestPublished, type PluginFact } from '../../plugin/plugin.js';
import {
  publisherQuotaStream,
  type PublisherQuota,
  type PublisherQuotaFact,
  type PublisherQuotas,
} from '../../publisher/publisher-quota.js';
import { absentRollout } from '../../rollout/rollout-resource.js';
import { releaseResource, storedStatus, storedSubmission } from '../release-resource.js';
import {
  releaseKey,
  releaseStream,
  type KnownRelease,
  type Release,
  type ReleaseFact,
  type ReleaseSubmitted,
  type SubmissionDetails,
} from '../release.js';
import { releaseAndPlugin, releaseNotFound, type ReleaseAndPlugin } from '../status-change.js';

/** A submission whose body passed the checks, with the other data that the decision needs. */
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
  /** The size of the manifest as JSON. */
  readonly manifestBytes: number;
  readonly quotas: PublisherQuotas;
  readonly details: SubmissionDetails;
  /** Capability difference to the newest published version, computed before the decision. */
  readonly diff: CapabilityDiff | null;
  /** Where the submission comes from; null without the token of a CI job. */
  readonly provenance: Provenance | null;
  readonly at: string;
  /** Only for a return to an earlier version. */
  readonly returned?: ReturnedRelease;
  /** Number of registered instances that can run the release; only the reply needs it. */
  readonly compatible: number;
}
export interface SubmissionStates extends ReleaseAndPlugin {
  readonly quota: PublisherQuota;
  /** The release that the submission replaces. Absent where it replaces none, as in a return. */
  readonly replaced?: Release;
}
interface SubmissionFacts {
  readonly quota: readonly PublisherQuotaFact[];
  readonly release: readonly ReleaseFact[];
  readonly plugin: readonly PluginFact[];
  readonly replaced: readonly ReleaseFact[];
}

/**
 * The capability difference is outdated, because another version was published after it was computed. The handler
 * then computes it again. This code never leaves the service.
 */
export const NEWEST_VERSION_CHANGED = 'catalogue.newest_version_changed';

/** The streams on which the submission is decided. */
export function submissionStreams({ publisherId, manifest, details }: SubmitRelease) {
  return {
    quota: streamRef(publisherQuotaStream, publisherId),
    ...releaseAndPlugin(manifest.id, manifest.version),
    // Without a release to replace, the submission itself stands here, and nothing reads it.
    replaced: streamRef(releaseStream, releaseKey(manifest.id, details.replaces ?? manifest.version)),
  };
}

/**
 * Rejects with `catalogue.plugin_owned_elsewhere`, `catalogue.version_exists`, `catalogue.release_not_found` or
 * `catalogue.release_not_under_review` (both of the version to replace) or `quota.exceeded`, checked in this order.
 */
export function submitRelease(
  command: SubmitRelease,
  { quota, release, plugin, replaced }: SubmissionStates,
): Decision<SubmissionFacts, ReleaseResource> {
  const { publisherId, manifest, manifestBytes: bytes, quotas, diff, at } = command;
  switch (plugin.status) {
    case 'absent':
      break;
    case 'owned':
      if (plugin.publisherId !== publisherId)
        return refuse('catalogue.plugin_owned_elsewhere', { plugin_id: manifest.id });
      break;
    default:
      return unreachable(plugin);
  }
  switch (release.status) {
    case 'absent':
      break;
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'published':
    case 'suspended':
    case 'withdrawn':
      return versionExists(command, release);
    default:
      return unreachable(release);
  }
  const replacement = replacementOf(command, replaced);
  if (!replacement.accepted) return replacement;
  const refusal = quotaRefusal(quota, bytes, quotas);
  if (refusal !== null) return refusal;
  if ((diff?.previous ?? null) !== newestPublished(plugin)) return refuse(NEWEST_VERSION_CHANGED);
  const submitted = submittedFact(command);
  const after = fold(releaseStream, [submitted], release);
  if (after.status === 'absent') throw new Error('a release is never absent after ReleaseSubmitted');
  const fleet = { compatible: command.compatible, accepted: 0, refused: [] };
  const [submission, status] = [storedSubmission(submitted.data), storedStatus(after)];
  return accept(
    {
      quota: [{ type: 'ReleaseCounted', data: { bytes } }],
      release: [submitted],
      plugin: plugin.status === 'absent' ? [{ type: 'PluginClaimed', data: { publisherId, at } }] : [],
      replaced: replacement.facts,
    },
    releaseResource(submission, status, { fleet, comments: [], rollout: absentRollout(submission, status) }),
  );
}

/** The withdrawal of the release that the submission replaces; no fact when it replaces none. */
function replacementOf(
  { publisherId, manifest, details: { replaces = null }, at }: SubmitRelease,
  replaced: Release | undefined,
): Decision<readonly ReleaseFact[], null> {
  if (replaces === null) return accept([], null);
  if (replaced === undefined || replaced.status === 'absent' || replaced.publisherId !== publisherId)
    return releaseNotFound(manifest.id, replaces);
  if (replaced.status !== 'submitted' && replaced.status !== 'in_review')
    return refuse('catalogue.release_not_under_review', { status: replaced.status });
  const withdrawn: ReleaseFact = {
    type: 'ReleaseWithdrawn',
    data: {
      pluginId: manifest.id,
      version: replaces,
      reason: `Replaced by ${manifest.version}`,
      by: 'system',
      at,
      signedStatus: null,
      replacedBy: manifest.version,
    },
  };
  return accept([withdrawn], null);
}

/** Returns the refusal of a new release, or null when there is room for it. */
function quotaRefusal(
  { releases, manifestBytes }: PublisherQuota,
  bytes: number,
  quotas: PublisherQuotas,
): Refused | null {
  if (releases >= quotas.releases)
    return refuse('quota.exceeded', { quota: 'releases', limit: quotas.releases, used: releases });
  if (manifestBytes + bytes > quotas.manifest_bytes)
    return refuse('quota.exceeded', { quota: 'manifest_bytes', limit: quotas.manifest_bytes, used: manifestBytes });
  return null;
}

function versionExists({ manifest, manifestDigest }: SubmitRelease, release: KnownRelease): Refused {
  return refuse('catalogue.version_exists', {
    plugin_id: manifest.id,
    version: manifest.version,
    status: release.status,
    same_content: release.manifestDigest === manifestDigest,
  });
}

function submittedFact(command: SubmitRelease): ReleaseSubmitted {
  const { releaseId, publisherId, manifest, manifestDigest, details, diff, provenance, returned, at } = command;
  const { id: pluginId, version, kind, plugin_api: pluginApi, names } = manifest;
  return {
    type: 'ReleaseSubmitted',
    data: {
      ...details,
      releaseId,
      publisherId,
      pluginId,
      version,
      kind,
      pluginApi,
      names,
      manifest,
      manifestDigest,
      diff,
      provenance,
      ...(returned !== undefined && { returned }),
      at,
    },
  };
}
