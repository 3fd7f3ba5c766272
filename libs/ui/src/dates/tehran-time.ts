/** Dates and times of day in Tehran, as fields hold them. */

const timeZone = 'Asia/Tehran';
const partsFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The Gregorian date and the time of day in Tehran, as fields hold them: `2026-11-20`, `12:42`. */
export function tehranFields(at: Date): { readonly date: string; readonly time: string } {
  const parts = Object.fromEntries(partsFormat.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  };
}

/** The moment at which the clock of Tehran shows a date and a time; null when they are none. */
export function momentInTehran(date: string, time: string): Date | null {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wanted)) return null;
  // The offset of the zone at a moment depends on the moment: the second pass is exact beside a change of the clock.
  let at = wanted;
  for (let pass = 0; pass < 2; pass += 1) at = wanted - offsetAt(at);
  return new Date(at);
}

/** The moment of a date and a time as the API has it; without a zone where they are none that the clock ever shows. */
export function wireMoment(date: string, time: string): string {
  const at = momentInTehran(date, time);
  const shown = at === null ? null : tehranFields(at);
  return at !== null && shown?.date === date && shown.time === time ? at.toISOString() : `${date}T${time}`;
}

function offsetAt(at: number): number {
  const { date, time } = tehranFields(new Date(at));
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000;
}

const TIME_OF_DAY = /^\d\d:\d\d/;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** A time of day with its offset from UTC (`08:12:00Z`) as the clock of Tehran shows it today; '' when it is none. */
export function tehranTimeOfDay(wire: string, today = new Date()): string {
  if (!TIME_OF_DAY.test(wire)) return '';
  const at = new Date(`${tehranFields(today).date}T${wire}`);
  return Number.isNaN(at.getTime()) ? '' : tehranFields(at).time;
}

/** `11:42` in Tehran with the offset of Tehran, as JSON Schema's format `time` demands it: `11:42:00+03:30`. */
export function wireTimeOfDay(time: string, today = new Date()): string {
  const minutes = Math.round(offsetAt(today.getTime()) / MINUTE_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${time}:00+${two(Math.floor(minutes / HOUR_MINUTES))}:${two(minutes % HOUR_MINUTES)}`;
}
