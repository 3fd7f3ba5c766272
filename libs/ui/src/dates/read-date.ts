/** Reads dates as people write them in the languages of the pages. */
import { plainText } from '../numbers/plain-text.js';
import type { Language } from '../texts/texts.js';
import { numericDay } from './dates.js';

export type DateReading = { readonly value: string } | { readonly problem: 'dates.wrong' | 'dates.no_day' };

const YEAR_FIRST = /^(\d{4})\s*([/.\-\s])\s*(\d{1,2})\s*\2\s*(\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})\s*([/.\-\s])\s*(\d{1,2})\s*\2\s*(\d{4})$/;
/** The years tell the calendars apart. On Persian pages, later Gregorian years could be Jalali ones. */
const JALALI = [1200, 1599] as const;
const GREGORIAN = { fa: [1900, 2199], en: [1600, 9999] } as const;
const DAY_MS = 86_400_000;

/**
 * Reads a date as its Gregorian text: `2026-11-20`.
 *
 * - The year has four digits and tells the calendar: `1405/8/29` and `2026/11/20` are the same day.
 * - The year is first, or last after day and month; on Persian pages a Gregorian year is never last.
 * - `/`, `-`, `.` or spaces stand between the numbers, the same twice.
 * - A day that its calendar does not have is none: `1404/12/30`, `2026-02-29`.
 */
export function readDate(typed: string, language: Language): DateReading {
  const text = plainText(typed);
  const first = YEAR_FIRST.exec(text);
  const match = first ?? DAY_FIRST.exec(text);
  if (match === null) return { problem: 'dates.wrong' };
  const [start = 0, , month = 0, end = 0] = match.slice(1).map(Number);
  const [year, day] = first === null ? [end, start] : [start, end];
  const isWithin = ([least, most]: readonly [number, number]): boolean => least <= year && year <= most;
  const isJalali = isWithin(JALALI);
  if (!isJalali && !(isWithin(GREGORIAN[language]) && (first !== null || language === 'en')))
    return { problem: 'dates.wrong' };
  const value = isJalali ? jalaliDay(year, month, day) : gregorianDay(year, month, day);
  return value === null ? { problem: 'dates.no_day' } : { value };
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function gregorianDay(year: number, month: number, day: number): string | null {
  const found = dateOf(Date.UTC(year, month - 1, day));
  return found === [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
    ? found
    : null;
}

/** The day that the page shows as these numbers: the leap years are those of `Intl`. */
function jalaliDay(year: number, month: number, day: number): string | null {
  const days = (month - 1) * 30 + Math.min(month - 1, 6) + day - 1;
  const around = Date.UTC(year + 621, 2, 21) + days * DAY_MS;
  const found = [0, -DAY_MS, DAY_MS].map((shift) => dateOf(around + shift));
  return found.find((date) => plainText(numericDay(date, 'fa')) === `${year}/${month}/${day}`) ?? null;
}

const TIME = /^([01]?\d|2[0-3])\s*[:.\u066B]\s*([0-5]\d)$/;

/** Reads a time of day with 24 hours as `08:30`; null when it is none. */
export function readTime(typed: string): string | null {
  const [, hour, minute] = TIME.exec(plainText(typed)) ?? [];
  return hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}`;
}
