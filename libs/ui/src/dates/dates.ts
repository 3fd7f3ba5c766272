/** Dates and spans of time as people of the page's language read them; always the clock of Tehran. */
import type { Language } from '../texts/texts.js';

const timeZone = 'Asia/Tehran';
const locales = { fa: 'fa-IR-u-ca-persian', en: 'en-GB-u-ca-gregory' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locales[language], { timeZone, ...options });
  formats.set(key, made);
  return made;
}

/** A date is never broken into two lines: a part of it on a line of its own reads as another date. */
const onOneLine = (text: string): string => text.replaceAll(' ', '\u00a0');

/** `۲۹ آبان ۱۴۰۵` */
export const day = (at: Date, language: Language): string =>
  onOneLine(format(language, { dateStyle: 'long' }).format(at));
/** The last day of what ends at this moment: what is valid through a day has the midnight after it as `expires_at`. */
export const lastDay = (end: Date, language: Language): string => day(new Date(end.getTime() - 1), language);
/** `۱۴۰۵/۸/۲۹` for `2026-11-20`, as a field shows it. */
export const numericDay = (date: string, language: Language): string =>
  isDay(date)
    ? format(language, { year: 'numeric', month: 'numeric', day: 'numeric' }).format(new Date(`${date}T12:00:00Z`))
    : date;
/** Whether a text is a day of the calendar: `2026-02-30` is none. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${text}T`);
}
/** `جمعه ۲۹ آبان ۱۴۰۵` for `2026-11-20`. */
export function dayWithWeekday(date: string, language: Language): string {
  const at = new Date(`${date}T12:00:00Z`);
  return `${format(language, { weekday: 'long' }).format(at)} ${day(at, language)}`;
}
/** `۲۹ آبان، ۱۲:۴۲` */
export const moment = (at: Date, language: Language): string =>
  onOneLine(
    format(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      at,
    ),
  );

type Calendar = 'persian' | 'gregory';
const calendarOf = (language: Language): Calendar => (language === 'fa' ? 'persian' : 'gregory');

/** Month and year, built from parts: ICU's own pattern for fa puts the year first (`۱۴۰۵ آبان`). */
export function monthAndYear(at: Date, language: Language, calendar: Calendar = calendarOf(language)): string {
  const parts = format(language, { month: 'long', year: 'numeric', calendar }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('year')}`;
}

/** A Gregorian month, as usage is cut by: `نوامبر`. */
export const monthName = (month: string, language: Language): string =>
  format(language, { month: language === 'fa' ? 'long' : 'short', calendar: 'gregory' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

const DAY_MS = 86_400_000;

/**
 * The Jalali months that lie within Gregorian months, `from` and `to` in those months: Āban 1405 in one from `2026-10`
 * is 0.71 to 1.7.
 */
export function jalaliMonthsWithin(
  firstMonth: string,
  count: number,
  language: Language,
): readonly { readonly name: string; readonly from: number; readonly to: number }[] {
  const name = format(language, { month: 'short', calendar: 'persian' });
  const [year = 0, number = 1] = firstMonth.split('-').map(Number);
  const found: { name: string; from: number; to: number }[] = [];
  for (let at = 0; at < count; at += 1) {
    const start = Date.UTC(year, number - 1 + at, 1, 12);
    const days = (Date.UTC(year, number + at, 1, 12) - start) / DAY_MS;
    for (let day = 0; day < days; day += 1) {
      const here = name.format(start + day * DAY_MS);
      const last = found.at(-1);
      if (last?.name === here) last.to = at + (day + 1) / days;
      else found.push({ name: here, from: at + day / days, to: at + (day + 1) / days });
    }
  }
  return found;
}

const unit = (language: Language, name: string) =>
  new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit: name,
    unitDisplay: language === 'fa' ? 'long' : 'narrow',
  });

/** The two largest units: `۵ ساعت و ۱۲ دقیقه`, `5h 12m`. Less than a minute counts as one. */
export function span(seconds: number, language: Language): string {
  const all = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor((seconds % 86_400) / 3_600)],
    ['minute', seconds < 60 ? 1 : Math.floor((seconds % 3_600) / 60)],
  ] as const;
  const first = all.findIndex(([, count]) => count > 0);
  const texts = all
    .slice(first, first + 2)
    .filter(([, count], at) => count > 0 || at === 0)
    .map(([name, count]) => unit(language, name).format(count));
  return language === 'fa' ? texts.join(' و ') : texts.join(' ');
}

export const digits = (value: number, language: Language, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locales[language], options).format(value);

/** The same text in the digits of the language: `۱۲:۴۲`. */
export const inDigits = (text: string, language: Language): string =>
  text.replaceAll(/\d/g, (digit) => digits(Number(digit), language));
