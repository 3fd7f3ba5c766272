/** A month of the calendar of the page's language, Jalali in Persian, as weeks of Gregorian dates. */
import {
  GregorianCalendar,
  parseDate,
  PersianCalendar,
  startOfMonth,
  startOfWeek,
  toCalendar,
  type CalendarDate,
} from '@internationalized/date';
import type { Language } from '@kushk/ui';
import { nowMs } from '@kushk/ui/clock';
import { momentInTehran, tehranFields } from '@kushk/ui/tehran-time';

export interface CalendarDay {
  /** Gregorian: `2026-11-20`. */
  readonly date: string;
  /** The number within its month, of the page's calendar. */
  readonly number: number;
  readonly isInMonth: boolean;
}
export interface Month {
  /** The first day of the month. */
  readonly first: string;
  readonly weeks: readonly (readonly CalendarDay[])[];
  /** The first moment of the first week, and the one after the last week. */
  readonly from: string;
  readonly to: string;
  /** A day in the month before, and in the one after. */
  readonly previous: string;
  readonly next: string;
}

const calendars = { fa: new PersianCalendar(), en: new GregorianCalendar() };
const locales = { fa: 'fa-IR', en: 'en-GB' } as const;
const DAYS = 7;

const gregorian = (date: CalendarDate): string => toCalendar(date, calendars.en).toString();
const midnight = (date: CalendarDate): string => {
  const at = momentInTehran(gregorian(date), '00:00');
  if (at === null) throw new TypeError(`no date: ${date.toString()}`);
  return at.toISOString();
};

const HOUR_MS = 3_600_000;
const MORNING = '09:00';

/** When a new event is: an hour from the next full one, or in the morning of the first day of another month. */
export function firstTimes(
  { first, next }: Month,
  now = new Date(nowMs()),
): { readonly starts_at: string; readonly ends_at: string } {
  const soon = tehranFields(new Date(now.getTime() + HOUR_MS));
  const isShown = first <= soon.date && soon.date < next;
  const [date, time] = isShown ? [soon.date, `${soon.time.slice(0, 2)}:00`] : [first, MORNING];
  const start = momentInTehran(date, time) ?? now;
  return { starts_at: start.toISOString(), ends_at: new Date(start.getTime() + HOUR_MS).toISOString() };
}

/** Returns the month that contains a Gregorian date. */
export function monthOf(on: string, language: Language): Month {
  const first = startOfMonth(toCalendar(parseDate(on), calendars[language]));
  const after = first.add({ months: 1 });
  const weeks: CalendarDay[][] = [];
  let day = startOfWeek(first, locales[language]);
  const start = day;
  while (day.compare(after) < 0) {
    weeks.push(
      Array.from({ length: DAYS }, (_, at) => {
        const shown = day.add({ days: at });
        return { date: gregorian(shown), number: shown.day, isInMonth: shown.month === first.month };
      }),
    );
    day = day.add({ days: DAYS });
  }
  return {
    first: gregorian(first),
    weeks,
    from: midnight(start),
    to: midnight(day),
    previous: gregorian(first.subtract({ months: 1 })),
    next: gregorian(after),
  };
}

interface Spanning {
  readonly id: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Whether an event touches a day in Tehran. An event that ends at midnight does not touch the day after. */
export function isOnDay({ starts_at, ends_at }: Spanning, date: string): boolean {
  const last = Math.max(Date.parse(ends_at) - 1, Date.parse(starts_at));
  return tehranFields(new Date(starts_at)).date <= date && date <= tehranFields(new Date(last)).date;
}

/** Events by their days, for the days that have any. An event of several days is on each of them. */
export function eventsByDay<Event extends Spanning>(
  days: readonly string[],
  events: readonly Event[],
): readonly { readonly date: string; readonly events: readonly Event[] }[] {
  return days
    .map((date) => ({ date, events: events.filter((event) => isOnDay(event, date)) }))
    .filter((day) => day.events.length > 0);
}

/** Today in Tehran. */
export const today = (now = new Date(nowMs())): string => tehranFields(now).date;
