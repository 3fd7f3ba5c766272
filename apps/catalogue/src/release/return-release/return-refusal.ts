/** Which earlier versions a return may repeat, and under which version (docs/reference/releases.md). */
import { requestProblem, RETURNABLE_VERSIONS, type ReturnRefusal, type Tier } from '@kushk/contracts';
import { refuse, unreachable, type Refused } from '@kushk/decider';
import { compareVersions, isPreRelease } from '@kushk/manifest';
import { percentOf, type Rollout } from '../../rollout/rollout.js';
import type { Release } from '../release.js';
import { releaseNotFound } from '../status-change.js';

interface ReturnTarget {
  readonly publisherId: string;
  readonly pluginId: string;
  /** The earlier version. */
  readonly from: string;
  /** The version to come. */
  readonly version: string;
}
interface PluginVersions {
  /** The versions that are published now. */
  readonly published: readonly string[];
  /** The versions that were ever published: they may be installed although they are suspended or withdrawn. */
  readonly everPublished: readonly string[];
}

/** The earlier release, and how far it was rolled out. */
export interface ReturnSource {
  readonly release: Release;
  readonly rollout: Rollout;
}

/**
 * Rejects an earlier version with `catalogue.release_not_found` (unknown, or of another publisher) or
 * `release.return_refused`. Null for a version whose content can be returned to.
 */
export function returnRefusal(
  { publisherId, pluginId, from }: Omit<ReturnTarget, 'version'>,
  { release, rollout }: ReturnSource,
  published: readonly string[],
): Refused | null {
  if (release.status === 'absent' || release.publisherId !== publisherId) return releaseNotFound(pluginId, from);
  const reason = release.status === 'published' && wasComplete(rollout) ? null : refusedStatus(release);
  if (reason !== null) return returnRefused(reason, from);
  if (newestOf(sameChannel(from, published)).indexOf(from) >= RETURNABLE_VERSIONS)
    return returnRefused('too_old', from);
  return null;
}

/** Rejects the version to come with `request.invalid`: no installation would move to it. */
export function versionRefusal(
  { from, version }: Pick<ReturnTarget, 'from' | 'version'>,
  { published, everPublished }: PluginVersions,
): Refused | null {
  if (isPreRelease(version) !== isPreRelease(from)) return versionRefused(CHANNEL_DIFFERS);
  const highest = highestPublished(from, [...everPublished, ...published, from]);
  return compareVersions(version, highest) > 0 ? null : versionRefused(notHigher(highest));
}

/** Whether a published release has reached all installations at some time; one without a rollout did so at once. */
function wasComplete(rollout: Rollout): boolean {
  return rollout.status === 'absent' || percentOf(rollout) === 100;
}

function refusedStatus(source: Exclude<Release, { status: 'absent' }>): ReturnRefusal {
  switch (source.status) {
    case 'suspended':
    case 'withdrawn':
      return source.status;
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'published':
      return 'never_complete';
    default:
      return unreachable(source);
  }
}

/** The tier of a release that `returnRefusal` has not refused. */
export function publishedTier(source: Release): Tier {
  if (source.status !== 'published') throw new Error(`a return to a release that is ${source.status}`);
  return source.tier;
}

/**
 * The version that installations of the channel of `from` may run at most: the highest of `versions`. Installations
 * of the stable channel never run a pre-release by themselves.
 */
export function highestPublished(from: string, versions: readonly string[]): string {
  return newestOf(sameChannel(from, versions))[0] ?? from;
}

function sameChannel(from: string, versions: readonly string[]): readonly string[] {
  return isPreRelease(from) ? versions : versions.filter((version) => !isPreRelease(version));
}

function newestOf(versions: readonly string[]): readonly string[] {
  return [...versions].sort((a, b) => compareVersions(b, a));
}

function returnRefused(reason: ReturnRefusal, version: string): Refused {
  return refuse('release.return_refused', { reason, version });
}

interface VersionProblem {
  readonly code: string;
  readonly message: string;
  readonly message_fa: string;
}
const CHANNEL_DIFFERS: VersionProblem = {
  code: 'return_channel',
  message: 'must be a pre-release exactly if the earlier version is one',
  message_fa: 'باید دقیقاً وقتی پیش‌انتشار باشد که نسخهٔ قبلی پیش‌انتشار است',
};
const notHigher = (highest: string): VersionProblem => ({
  code: 'version_not_higher',
  message: `must be higher than ${highest}, because installations never move to a lower version`,
  message_fa: `باید بالاتر از ${highest} باشد، چون نصب‌ها هرگز به نسخهٔ پایین‌تر نمی‌روند`,
});
function versionRefused({ code, ...messages }: VersionProblem): Refused {
  return refuse('request.invalid', { problems: [requestProblem(code, '/version', messages)] });
}
