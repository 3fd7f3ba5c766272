import { describe, expect, it } from '@jest/globals';
import { describeReplication, replicationStatusOf, type ReplicationProgress } from './replication-status.js';

const minute = 60_000;
const now = 1_000 * minute;
const progress = (more: Partial<ReplicationProgress>): ReplicationProgress => ({
  processed: 17,
  head: 17,
  respondedAt: now,
  advancedAt: now,
  ...more,
});

describe('the status of a replication', () => {
  it.each([
    ['current', {}, 'current: 17 processed, last response 0 s ago'],
    ['current', { advancedAt: 0 }, 'current: 17 processed, last response 0 s ago'],
    ['lagging', { head: 20 }, 'lagging: 17 of 20 processed'],
    ['lagging', { head: 20, advancedAt: now - minute }, 'lagging: 17 of 20 processed'],
    ['stalled', { head: 20, advancedAt: now - minute - 1 }, 'stalled: 17 of 20 processed, no progress for 60 s'],
    ['current', { respondedAt: now - minute }, 'current: 17 processed, last response 60 s ago'],
    ['unreachable', { respondedAt: now - 75_000 }, 'unreachable: no response for 75 s, 17 of at least 17 processed'],
    // While the stream does not respond, its end is unknown. The status is therefore `unreachable`, even if there is
    // no progress either.
    [
      'unreachable',
      { head: 20, respondedAt: 0, advancedAt: 0 },
      `unreachable: no response for ${now / 1000} s, 17 of at least 20 processed`,
    ],
  ] as const)('is %s for the progress %j', (status, more, description) => {
    expect(replicationStatusOf(progress(more), now, minute)).toBe(status);
    expect(describeReplication(progress(more), now, minute)).toBe(description);
  });
});
