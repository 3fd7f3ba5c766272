import { USAGE_MONTH_PATTERN, usageMonthBefore, usageMonthClosesAt, usageMonthOf } from '@kushk/contracts';
import { Refused } from '@kushk/edge';

const YEAR_AND_MONTH = /^(\d{4})-(\d{2})$/;
/** Whether the text is a well-formed month, even if no usage of that month is stored. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const LAST_JALALI_YEAR = 1599;
const FIRST_JALALI_YEAR = 1200;

/**
 * Returns the requested month, or the current month in Tehran by default (docs/reference/usage.md). Throws
 * `usage.month_invalid`, with a suggestion when the client seems to mean a Jalali month, and `usage.month_in_future`.
 */
export function usageMonth(requested: string | null, now: Date): string {
  const current = usageMonthOf(now);
  if (requested === null) return current;
  if (MONTH.test(requested) && requested > current)
    throw Refused.with('usage.month_in_future', { month: requested, current });
  if (!USAGE_MONTH_PATTERN.test(requested))
    throw Refused.with('usage.month_invalid', { month: requested, hint: hintFor(requested) });
  return requested;
}

function hintFor(requested: string): string {
  const [, year, month] = (YEAR_AND_MONTH.exec(requested) ?? []).map(Number);
  if (year === undefined || month === undefined || month < 1 || month > 12)
    return 'Give the month as YYYY-MM, such as 2026-11';
  if (year < FIRST_JALALI_YEAR || year > LAST_JALALI_YEAR) return 'Usage is stored from 2000-01 on';
  const gregorian = gregorianStart(year, month);
  return `${requested} looks like a Jalali month. Months are Gregorian: it begins in ${gregorian}`;
}

/**
 * Returns the Gregorian month in which a Jalali month begins. The Jalali year begins in March, and its months begin
 * around the 21st.
 */
function gregorianStart(year: number, month: number): string {
  const months = (year + 621) * 12 + month + 1;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** Returns this many months, the current one last. */
export function latestMonths(count: number, now: Date): readonly string[] {
  const months = [usageMonthOf(now)];
  while (months.length < count) months.unshift(usageMonthBefore(months[0]!));
  return months;
}

const MAX_MONTHS_BACK = 3;

/**
 * Returns the last months whose usage can no longer change, oldest first: the statements of a publisher begin with the
 * first month of which usage is stored. A hub that was down at the end of a month can still close that month later,
 * because more than one month is returned.
 */
export function closableMonths(now: Date): readonly string[] {
  return latestMonths(MAX_MONTHS_BACK + 1, now).filter((month) => now >= usageMonthClosesAt(month));
}
