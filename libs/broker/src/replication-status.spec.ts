import { describe, expect, it } from '@jest/globals';
import { describeReplication, replicationStatusOf, type ReplicationProgress } from './replication-status.js';

const minute = 60_000;
const now = 1_000 * minute;
const sight = (more: Partial<ReplicationProgress>): ReplicationProgress => ({
  taken: 17,
  head: 17,
  answeredAt: now,
  movedAt: now,
  ...more,
});

describe('how a feed stands', () => {
  it.each([
    ['level', {}, 'level at 17, heard 0 s ago'],
    ['level', { movedAt: 0 }, 'level at 17, heard 0 s ago'],
    ['behind', { head: 20 }, 'behind: 17 of 20 taken in'],
    ['behind', { head: 20, movedAt: now - minute }, 'behind: 17 of 20 taken in'],
    ['wedged', { head: 20, movedAt: now - minute - 1 }, 'wedged: 17 of 20 taken in, and nothing more for 60 s'],
    ['level', { answeredAt: now - minute }, 'level at 17, heard 60 s ago'],
    ['stale', { answeredAt: now - 75_000 }, 'stale: the hub has not answered for 75 s; 17 of at least 17 taken in'],
    // What cannot be known to be there cannot be missed: silence is the first thing to mend.
    [
      'stale',
      { head: 20, answeredAt: 0, movedAt: 0 },
      `stale: the hub has not answered for ${now / 1000} s; 17 of at least 20 taken in`,
    ],
  ] as const)('is %s with %j', (standing, more, words) => {
    expect(replicationStatusOf(sight(more), now, minute)).toBe(standing);
    expect(describeReplication(sight(more), now, minute)).toBe(words);
  });
});
