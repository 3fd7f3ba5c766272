import { describe, expect, it } from '@jest/globals';
import { availableVersion, versionToFollow, type Follower } from './version-to-follow.js';

const ref = (version: string) => ({ version, manifestDigest: `sha256:${version}` });
const listed = (...versions: string[]) =>
  versions.map((version) => ({ version, manifest_digest: `sha256:${version}` }));
const follower = (changes: Partial<Follower> = {}): Follower => ({
  channel: 'stable',
  follow: 'auto',
  grants: ref('1.0.0'),
  pendingVersion: null,
  declinedVersions: [],
  ...changes,
});
const all = listed('1.0.0', '1.10.0', '1.9.0', '2.0.0-rc.1');

describe('versionToFollow', () => {
  it('follows the highest version without pre-releases on stable, and with them on beta', () => {
    expect(versionToFollow(all, follower())?.version).toBe('1.10.0');
    expect(versionToFollow(all, follower({ channel: 'beta' }))?.version).toBe('2.0.0-rc.1');
    expect(versionToFollow(listed('2.0.0-rc.1'), follower())).toBeNull();
  });

  it('keeps an installed pre-release on stable until a higher version is released', () => {
    const preRelease = follower({ grants: ref('2.0.0-rc.1') });
    expect(versionToFollow(listed('1.0.0', '2.0.0-rc.1', '2.0.0-rc.2'), preRelease)?.version).toBe('2.0.0-rc.1');
    expect(versionToFollow(listed('2.0.0-rc.1', '2.0.0'), preRelease)?.version).toBe('2.0.0');
  });

  it('leaves out what the admin declined', () => {
    const declinedVersions = [ref('1.10.0')];
    expect(versionToFollow(all, follower({ declinedVersions }))?.version).toBe('1.9.0');
  });

  it('follows no other version than its own while it is pinned', () => {
    expect(versionToFollow(all, follower({ follow: 'manual' }))?.version).toBe('1.0.0');
    expect(versionToFollow(listed('1.1.0'), follower({ follow: 'manual' }))).toBeNull();
  });

  it('lets the version that waited for consent before the pin wait while it is listed', () => {
    const pinned = follower({ follow: 'manual', pendingVersion: ref('1.9.0') });
    expect(versionToFollow(all, pinned)?.version).toBe('1.9.0');
    expect(versionToFollow(listed('1.0.0', '1.10.0'), pinned)?.version).toBe('1.0.0');
  });
});

describe('availableVersion', () => {
  it('is the highest version of the channel for a pinned installation too', () => {
    expect(availableVersion(all, follower({ follow: 'manual' }))?.version).toBe('1.10.0');
    expect(availableVersion(all, follower({ follow: 'manual', channel: 'beta' }))?.version).toBe('2.0.0-rc.1');
  });
});
