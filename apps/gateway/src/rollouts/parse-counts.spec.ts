import { describe, expect, it } from '@jest/globals';
import { TOOL_DURATION_BOUNDS_MS, type PeriodCounts } from '@kushk/contracts';
import { parseCounts } from './parse-counts.js';

const as_of = '2026-11-20T00:00:00.000Z';
const counts: PeriodCounts = {
  tool_calls: 3,
  tool_errors: 1,
  tool_durations: [1, 2, ...TOOL_DURATION_BOUNDS_MS.slice(1).map(() => 0)],
  event_attempts: 2,
  event_failures: 0,
  installations: 2,
  removals: 1,
};

describe('the counts that an instance reports', () => {
  it('are read without fields that the hub does not know', () => {
    const reply = { as_of, counts: [{ ...counts, organisation: 'org_a' }], more: 1 };
    expect(parseCounts(reply, 1)).toEqual({ as_of, counts: [counts] });
  });

  it.each<[why: string, reply: unknown]>([
    ['no report', null],
    ['no time', { as_of: 'now', counts: [counts] }],
    ['fewer periods', { as_of, counts: [] }],
    ['a counter that is none', { as_of, counts: [{ ...counts, tool_errors: -1 }] }],
    ['more errors than calls', { as_of, counts: [{ ...counts, tool_errors: 4 }] }],
    ['more failures than attempts', { as_of, counts: [{ ...counts, event_failures: 3 }] }],
    ['durations of other calls', { as_of, counts: [{ ...counts, tool_calls: 4 }] }],
    ['other slots', { as_of, counts: [{ ...counts, tool_durations: [3] }] }],
    ['more installations than calls', { as_of, counts: [{ ...counts, installations: 6 }] }],
  ])('are ignored with %s', (_why, reply) => {
    expect(parseCounts(reply, 1)).toBeNull();
  });
});
