import { describe, expect, it } from '@jest/globals';
import { isMountPoint } from './mount-points.js';

const MOUNTINFO = String.raw`22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
101 22 7:3 / /srv/my\040data/ins_1 rw,nosuid,nodev - ext4 /dev/loop3 rw
102 22 254:0 /srv/ins_2 /mnt/other rw - ext4 /dev/vda rw
`;

describe('a mount point', () => {
  it('is found by its path, also with a space, and not by a part of it or by what is mounted', () => {
    const found = ['/', '/srv/my data/ins_1', '/mnt/other'];
    const absent = ['/srv/my data', '/srv/my data/ins_12', '/srv/ins_2', '/srv/my\\040data/ins_1'];
    expect(found.map((path) => isMountPoint(MOUNTINFO, path))).toEqual([true, true, true]);
    expect(absent.map((path) => isMountPoint(MOUNTINFO, path))).toEqual([false, false, false, false]);
  });
});
