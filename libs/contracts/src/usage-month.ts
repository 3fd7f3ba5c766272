/**
 * Usage months (docs/reference/usage.md): Gregorian months in Tehran time. Their bounds come from the tz database
 * instead of a fixed offset. Tehran had daylight saving time until September 2022; until then March and September are
 * not a whole number of days long.
 */
import { DateTime } from 'luxon';

export const USAGE_TIMEZONE = 'Asia/Tehran';
/** `YYYY-MM`, from `2000-01` on. A Jalali month such as `1405-08` does not match. */
export const USAGE_MONTH_PATTERN = /^2\d{3}-(0[1-9]|1[0-2])$/;

/**
 * The result of the last lookup, cached because nearly all calls are about the current month, and a lookup in the tz
 * database costs more than a charge.
 */
let last = { month: '', startsMs: 0, endsMs: 0 };

/** The usage month that contains an instant, as `YYYY-MM`. */
export function usageMonthOf(at: Date): string {
  const ms = at.getTime();
  if (ms >= last.startsMs && ms < last.endsMs) return last.month;
  const month = DateTime.fromJSDate(at, { zone: USAGE_TIMEZONE }).toFormat('yyyy-MM');
  const { startsAt, endsAt } = usageMonthBounds(month);
  last = { month, startsMs: startsAt.getTime(), endsMs: endsAt.getTime() };
  return month;
}

/**
 * The bounds of a month `YYYY-MM` as instants: `startsAt` is the first instant of the month, `endsAt` the first
 * instant of the next month. Throws `RangeError` for any other text.
 */
export function usageMonthBounds(month: string): { startsAt: Date; endsAt: Date } {
  const start = DateTime.fromFormat(month, 'yyyy-MM', { zone: USAGE_TIMEZONE });
  if (!start.isValid) throw new RangeError(`not a month: ${month}`);
  return { startsAt: start.toJSDate(), endsAt: start.plus({ months: 1 }).toJSDate() };
}

/** The usage month before a month `YYYY-MM`. Throws `RangeError` for any other text. */
export function usageMonthBefore(month: string): string {
  return usageMonthOf(new Date(usageMonthBounds(month).startsAt.getTime() - 1));
}

/** A charge that is decided at the last moment of a month is counted at most this long after the month's end. */
const CLOSING_MS = 60 * 60 * 1000;

/** The instant after which nothing is added to a month. */
export function usageMonthClosesAt(month: string): Date {
  return new Date(usageMonthBounds(month).endsAt.getTime() + CLOSING_MS);
}

/** The day in Tehran that contains an instant, as `YYYY-MM-DD`. */
export function tehranDayOf(at: Date): string {
  return DateTime.fromJSDate(at, { zone: USAGE_TIMEZONE }).toFormat('yyyy-MM-dd');
}
