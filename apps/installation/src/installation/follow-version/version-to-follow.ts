/** Which of the listed versions of a plugin an installation may run next. */
import type { UpdatePolicy } from '@kushk/contracts';
import { compareVersions, isPreRelease } from '@kushk/manifest';
import { reaches, type RolloutProgress } from '../../rollout/rollout.js';
import type { InstallationRow } from '../installation.view.js';

/** Identifies a manifest of the plugin. */
interface ManifestRef {
  readonly version: string;
  readonly manifestDigest: string;
}
interface Listed {
  readonly version: string;
  readonly manifest_digest: string;
  readonly rollout: RolloutProgress | null;
}
/** Returns the place of the installation among those that follow a version (`rolloutPlace`). */
export type PlaceOf = (version: string) => number;
export interface Follower extends UpdatePolicy {
  readonly grants: ManifestRef;
  readonly pendingVersion: ManifestRef | null;
  readonly declinedVersions: readonly ManifestRef[];
}

export function followerOf(row: InstallationRow): Follower {
  const { channel, follow, grants, pending_version, declined_versions } = row;
  return { channel, follow, grants, pendingVersion: pending_version, declinedVersions: declined_versions };
}

/**
 * The highest listed version to which an admin may move the installation, or the installed one; null if there is none.
 * Declined versions are left out, and pre-releases are offered on the channel `beta` only. An installed pre-release is
 * not left out, because a development release may replace its manifest.
 */
export function availableVersion<Version extends Listed>(
  listed: readonly Version[],
  { channel, grants, declinedVersions }: Follower,
): Version | null {
  const declined = new Set(declinedVersions.map(({ manifestDigest }) => manifestDigest));
  const offered = listed.filter(
    ({ version, manifest_digest }) =>
      !declined.has(manifest_digest) && (channel === 'beta' || !isPreRelease(version) || version === grants.version),
  );
  return offered.toSorted((a, b) => compareVersions(b.version, a.version))[0] ?? null;
}

/**
 * The version that the installation follows by itself: one whose rollout has reached it. A pinned installation follows
 * none but its own, and the one for which it asked for consent before it was pinned still waits.
 */
export function versionToFollow<Version extends Listed>(
  listed: readonly Version[],
  follower: Follower,
  placeOf: PlaceOf,
): Version | null {
  const { follow, grants, pendingVersion } = follower;
  if (follow === 'auto') {
    const reached = listed.filter(
      ({ version, rollout }) => version === grants.version || reaches(rollout, () => placeOf(version)),
    );
    return availableVersion(reached, follower);
  }
  const pinned = listed.filter(
    ({ version, manifest_digest }) => version === grants.version || manifest_digest === pendingVersion?.manifestDigest,
  );
  return availableVersion(pinned, follower);
}
