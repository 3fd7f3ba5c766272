import { USAGE_MONTH_PATTERN, usageMonthBounds, usageMonthClosesAt, usageMonthOf } from '@kushk/contracts';
import { Refused } from '@kushk/edge';

const YEAR_AND_MONTH = /^(\d{4})-(\d{2})$/;
/** Written as it should be, whether such a month is kept or not. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const LAST_JALALI_YEAR = 1599;
const FIRST_JALALI_YEAR = 1200;

/**
 * The month that was asked for; without one the month it now is in Tehran (contract §9). Throws `usage.month_invalid`,
 * with a hint where a Jalali month was meant, and `usage.month_in_future`.
 */
export function usageMonth(asked: string | null, now: Date): string {
  const current = usageMonthOf(now);
  if (asked === null) return current;
  if (MONTH.test(asked) && asked > current) throw Refused.with('usage.month_in_future', { month: asked, current });
  if (!USAGE_MONTH_PATTERN.test(asked))
    throw Refused.with('usage.month_invalid', { month: asked, hint: hintFor(asked) });
  return asked;
}

function hintFor(asked: string): string {
  const [, year, month] = (YEAR_AND_MONTH.exec(asked) ?? []).map(Number);
  if (year === undefined || month === undefined || month < 1 || month > 12)
    return 'Give the month as YYYY-MM, such as 2026-11';
  if (year < FIRST_JALALI_YEAR || year > LAST_JALALI_YEAR) return 'Months are kept from 2000-01 on';
  const gregorian = beginOfJalaliMonth(year, month);
  return `${asked} looks like a Jalali month. Months are Gregorian: it begins in ${gregorian}`;
}

/** The Gregorian month in which a Jalali one begins: the year turns in March, and each month begins around the 21st. */
function beginOfJalaliMonth(year: number, month: number): string {
  const months = (year + 621) * 12 + month + 1;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

const MONTHS_LOOKED_BACK = 3;

/** The last months that nothing is added to any more, newest first: a hub that was down over a month's end still closes it. */
export function closableMonths(now: Date): readonly string[] {
  const months: string[] = [];
  let month = usageMonthOf(now);
  for (let back = 0; back < MONTHS_LOOKED_BACK; back += 1) {
    month = usageMonthOf(new Date(usageMonthBounds(month).startsAt.getTime() - 1));
    if (now >= usageMonthClosesAt(month)) months.push(month);
  }
  return months;
}
