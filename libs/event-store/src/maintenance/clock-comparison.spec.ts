import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../command.js';
import { ClockComparison } from './clock-comparison.js';

/** Clocks in milliseconds; an answer of PostgreSQL takes `answerMs`. */
function clocks({ aheadMs, answerMs = 0 }: { readonly aheadMs: number; readonly answerMs?: number }) {
  const time = { nowMs: 1_000_000, aheadMs };
  const database = {
    query: async () => {
      time.nowMs += answerMs / 2;
      const rows = [{ ms: String(time.nowMs) }];
      time.nowMs += answerMs / 2;
      return rows;
    },
  };
  const measured: number[] = [];
  const measure = { clockOffsetMs: (offsetMs: number) => void measured.push(offsetMs) };
  const comparison = new ClockComparison(database as never, measure, {
    wall: () => time.nowMs + time.aheadMs,
    monotonic: () => time.nowMs,
  });
  return { time, comparison, measured };
}

describe('the clock of a process', () => {
  it.each([
    [3_600_000, 'the clock of this process is 3600 s ahead of PostgreSQL'],
    [-3_000, 'the clock of this process is 3 s behind PostgreSQL'],
  ])('that differs by %d ms lets nothing be stored', async (aheadMs, problem) => {
    const { comparison, measured } = clocks({ aheadMs });
    await comparison.compare();
    expect(measured).toEqual([aheadMs]);
    expect(() => comparison.check()).toThrow(StoreUnavailable);
    expect(() => comparison.check()).toThrow(problem);
  });

  it('that jumps is noticed before the next comparison, and passes again after a comparison when it is set right', async () => {
    const { comparison, time } = clocks({ aheadMs: 1_900 });
    await comparison.compare();
    time.nowMs += 60_000;
    comparison.check();
    time.aheadMs = 3_600_000;
    expect(() => comparison.check()).toThrow(StoreUnavailable);
    time.aheadMs = 0;
    await comparison.compare();
    comparison.check();
  });

  it('is not blamed for an answer that takes long', async () => {
    const { comparison } = clocks({ aheadMs: 0, answerMs: 60_000 });
    await comparison.compare();
    comparison.check();
  });
});
