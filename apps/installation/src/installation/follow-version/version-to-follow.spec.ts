import { describe, expect, it } from '@jest/globals';
import type { RolloutProgress } from '../../rollout/rollout.js';
import { availableVersion, versionToFollow as followed, type Follower } from './version-to-follow.js';

const ref = (version: string) => ({ version, manifestDigest: `sha256:${version}` });
const listed = (...versions: string[]) =>
  versions.map((version) => ({ version, manifest_digest: `sha256:${version}`, rollout: null }));
type Listed = ReturnType<typeof listed>[number];
const versionToFollow = (versions: Listed[], of: Follower) => followed(versions, of, () => 0);
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

describe('versionToFollow during rollouts', () => {
  const rolledOut = (version: string, rollout: RolloutProgress) => ({ ...listed(version)[0]!, rollout });
  const running = (percent: number): RolloutProgress => ({ state: 'running', percent });
  const at = (place: number, ...next: readonly ReturnType<typeof rolledOut>[]) =>
    followed([...listed('1.0.0', '1.1.0'), ...next], follower(), () => place)?.version;

  it('follows a version when the stage has reached the place of the installation', () => {
    expect(at(999, rolledOut('1.2.0', running(10)))).toBe('1.2.0');
    expect(at(1_000, rolledOut('1.2.0', running(10)))).toBe('1.1.0');
    expect(at(9_999, rolledOut('1.2.0', running(100)))).toBe('1.2.0');
    expect(at(0, rolledOut('1.2.0', running(0.01)))).toBe('1.2.0');
  });

  it('follows the highest version that has reached it', () => {
    expect(at(2_000, rolledOut('1.2.0', running(50)), rolledOut('1.3.0', running(10)))).toBe('1.2.0');
  });

  it.each(['halted', 'superseded', 'ended'] as const)('does not follow a version whose rollout is %s', (state) => {
    expect(at(0, rolledOut('1.2.0', { state, percent: 100 }))).toBe('1.1.0');
  });

  it('keeps following its own version', () => {
    const own = rolledOut('1.2.0', { state: 'halted', percent: 10 });
    const installed = follower({ grants: ref('1.2.0') });
    expect(followed([...listed('1.1.0'), own], installed, () => 9_999)?.version).toBe('1.2.0');
  });

  it('shows the admin a version that has not reached the installation', () => {
    expect(availableVersion([...listed('1.0.0'), rolledOut('1.2.0', running(1))], follower())?.version).toBe('1.2.0');
  });
});

describe('availableVersion', () => {
  it('is the highest version of the channel for a pinned installation too', () => {
    expect(availableVersion(all, follower({ follow: 'manual' }))?.version).toBe('1.10.0');
    expect(availableVersion(all, follower({ follow: 'manual', channel: 'beta' }))?.version).toBe('2.0.0-rc.1');
  });
});
