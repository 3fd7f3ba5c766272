/**
 * The budget of a check. Whatever strangers write is checked with bounded work, and the same text has the same verdict
 * on every machine: steps are counted, and no clock is read.
 */

/**
 * The maximum number of steps for one value, and for one manifest: visits of keywords, characters that are read,
 * states of patterns. A step takes 50 ns or less, which `npm run proof -- step-budget` measures for each keyword and
 * format, so that many steps take less than a second.
 */
export const MAX_STEPS = 10_000_000;

/** Stops a check that needs more steps than it may have. */
export class BudgetExceeded extends Error {}

export class StepBudget {
  used = 0;

  constructor(private readonly max: number) {}

  readonly charge = (steps: number): void => {
    this.used += steps;
    if (this.used > this.max) throw new BudgetExceeded();
  };

  get isSpent(): boolean {
    return this.used > this.max;
  }
}
