import { describe, expect, it } from '@jest/globals';
import { QuestionRate } from './question-rate.js';

/** How many of so many questions at this time are answered. */
function answered(rate: QuestionRate, questions: number, nowMs: number): number {
  return Array.from({ length: questions }, () => rate.take(nowMs)).filter(Boolean).length;
}

describe('the rate of questions to a name server', () => {
  it('admits 200 at once, then 100 a second, and never saves more than 200', () => {
    const rate = new QuestionRate(0);
    expect(answered(rate, 1_000, 0)).toBe(200);
    expect(answered(rate, 1_000, 5)).toBe(0);
    expect(answered(rate, 1_000, 1_000)).toBe(100);
    expect(answered(rate, 1_000, 3_600_000)).toBe(200);
  });
});
