/**
 * The month of usage: Gregorian, cut in Tehran time by the tz database, never by a fixed offset (contract §9):
 * until September 2022 Tehran had summer time, so months of March and September are not whole days long.
 */
import { DateTime } from 'luxon';

export const USAGE_TIMEZONE = 'Asia/Tehran';
/** `YYYY-MM`, from `2000-01` on. A Jalali month such as `1405-08` does not match. */
export const USAGE_MONTH_PATTERN = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** The month that was asked for last: the same for nearly all instants, and a look into the tz database costs more than a charge. */
let last = { month: '', startsMs: 0, endsMs: 0 };

/** The usage month in which an instant lies, e.g. `2026-11`. */
export function usageMonthOf(at: Date): string {
  const ms = at.getTime();
  if (ms >= last.startsMs && ms < last.endsMs) return last.month;
  const month = DateTime.fromJSDate(at, { zone: USAGE_TIMEZONE }).toFormat('yyyy-MM');
  const { startsAt, endsAt } = usageMonthBounds(month);
  last = { month, startsMs: startsAt.getTime(), endsMs: endsAt.getTime() };
  return month;
}

/** Bounds of a month as UTC instants, half open: `startsAt` is in it, `endsAt` is not. The month must match the pattern. */
export function usageMonthBounds(month: string): { startsAt: Date; endsAt: Date } {
  const start = DateTime.fromFormat(month, 'yyyy-MM', { zone: USAGE_TIMEZONE });
  if (!start.isValid) throw new RangeError(`not a month: ${month}`);
  return { startsAt: start.toJSDate(), endsAt: start.plus({ months: 1 }).toJSDate() };
}

/** What was decided at a month's last moment is counted this long after it at most. */
const CLOSING_MS = 60 * 60 * 1000;

/** From when on nothing is added to a month any more. */
export function usageMonthClosesAt(month: string): Date {
  return new Date(usageMonthBounds(month).endsAt.getTime() + CLOSING_MS);
}
