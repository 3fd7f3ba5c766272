import { describe, expect, it } from '@jest/globals';
import { firstAdjustedMonth, isDue, monthAfter } from './statement-months.js';

describe('the month of a statement', () => {
  it('is due when every instance has closed it, and without them three days after its end in Tehran', () => {
    const times = ['2026-11-30T20:30:00Z', '2026-11-30T21:30:00Z', '2026-12-03T20:29:59Z', '2026-12-03T20:30:00Z'];
    expect(times.map((time) => isDue('2026-11', 0, new Date(time)))).toEqual([false, true, true, true]);
    expect(times.map((time) => isDue('2026-11', 1, new Date(time)))).toEqual([false, false, false, true]);
  });

  it('is followed by the next month, and adjusts the twelve months before', () => {
    expect([monthAfter('2026-12'), monthAfter('2022-03'), firstAdjustedMonth('2026-11')]).toEqual([
      '2027-01',
      '2022-04',
      '2025-11',
    ]);
  });
});
