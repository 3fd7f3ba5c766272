/** Which month of a publisher is closed next, and when (docs/reference/usage.md). */
import { usageMonthBefore, usageMonthBounds, usageMonthClosesAt, usageMonthOf } from '@kushk/contracts';

/** A month is closed at the latest this long after its end, even when an instance has not reported. */
const STATEMENT_DEADLINE_MS = 72 * 60 * 60 * 1000;
/** Usage of the month of a statement and of this many months before it can be in the statement. */
const ADJUSTED_MONTHS = 12;

export function monthAfter(month: string): string {
  return usageMonthOf(usageMonthBounds(month).endsAt);
}

/** Whether the month is to be closed now. `openInstances` are the instances that have not closed it. */
export function isDue(month: string, openInstances: number, at: Date): boolean {
  if (at < usageMonthClosesAt(month)) return false;
  return openInstances === 0 || at.getTime() >= usageMonthBounds(month).endsAt.getTime() + STATEMENT_DEADLINE_MS;
}

/** The first month whose late usage is an adjustment in the statement of a month. */
export function firstAdjustedMonth(month: string): string {
  let first = month;
  for (let back = 0; back < ADJUSTED_MONTHS; back += 1) first = usageMonthBefore(first);
  return first;
}
