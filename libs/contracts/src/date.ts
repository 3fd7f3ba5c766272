/** Days in requests: Gregorian dates as `YYYY-MM-DD`. */
import { requestProblem } from './free-text.js';
import type { Problem } from './messages.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const [FIRST_YEAR, LAST_YEAR] = [1900, 9999];
const [FIRST_JALALI_YEAR, LAST_JALALI_YEAR] = [1200, 1599];
const DAY_MS = 86_400_000;
/** No day of the year is further from the estimate in `gregorianOf`. */
const SEARCHED_DAYS = 3;
const jalali = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

/** Whether a text is a day of the Gregorian calendar from 1900 to 9999 as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const year = Number(DATE.exec(text)?.[1]);
  return year >= FIRST_YEAR && year <= LAST_YEAR && isInCalendar(text);
}

/** Whether the month of a text `YYYY-MM-DD` has this day: 2026-02-30 does not exist. */
export function isInCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** The problem of a value that is no date, with the Gregorian date that a Jalali date stands for. */
export function dateProblem(path: string, value: unknown): Problem {
  return requestProblem('date', path, {
    message: `must be a Gregorian date as YYYY-MM-DD that exists, from ${FIRST_YEAR} to ${LAST_YEAR}`,
    message_fa: 'باید تاریخی میلادی و موجود به شکل YYYY-MM-DD باشد، از سال ۱۹۰۰ تا ۹۹۹۹',
    ...jalaliHint(value),
  });
}

/** The hint for a text that begins with a Jalali date; empty for any other value. */
export function jalaliHint(value: unknown): { readonly hint?: string; readonly hint_fa?: string } {
  if (typeof value !== 'string') return {};
  const day = value.slice(0, 'YYYY-MM-DD'.length);
  const gregorian = gregorianOf(day);
  if (gregorian === null) return {};
  return {
    hint: `${day} looks like a Jalali date. Dates are Gregorian: it is ${gregorian}`,
    hint_fa: `${day} به تاریخ شمسی می‌ماند. تاریخ‌ها میلادی‌اند: این روز ${gregorian} است`,
  };
}

/** Returns the Jalali date of a day `YYYY-MM-DD` in the same form. */
export function jalaliDate(day: string): string {
  const parts = jalaliParts(new Date(`${day}T00:00:00Z`));
  return ['year', 'month', 'day'].map((part) => String(parts.get(part)).padStart(2, '0')).join('-');
}

function jalaliParts(at: Date): ReadonlyMap<string, number> {
  return new Map(jalali.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
}

/** Returns the Gregorian date of a Jalali date, or null for a text that is none. */
function gregorianOf(day: string): string | null {
  const [, year = 0, month = 0, date = 0] = (DATE.exec(day) ?? []).map(Number);
  if (year < FIRST_JALALI_YEAR || year > LAST_JALALI_YEAR || month < 1 || month > 12) return null;
  // The Jalali year begins around 21 March; its first six months have 31 days.
  const daysBefore = (month - 1) * 30 + Math.min(month - 1, 6);
  const estimate = Date.UTC(year + 621, 2, 21) + (daysBefore + date - 1) * DAY_MS;
  for (let offset = -SEARCHED_DAYS; offset <= SEARCHED_DAYS; offset += 1) {
    const candidate = new Date(estimate + offset * DAY_MS);
    const parts = jalaliParts(candidate);
    if (parts.get('year') === year && parts.get('month') === month && parts.get('day') === date)
      return candidate.toISOString().slice(0, 'YYYY-MM-DD'.length);
  }
  return null;
}
