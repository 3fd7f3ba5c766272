/** Dates of the demo, counted in Iranian working days (Saturday to Wednesday) from the day of the first start. */

const dayMs = 86_400_000;
const [thursday, friday] = [4, 5];
/** Tehran has had no daylight saving time since 2022, and the demo's dates are around today. */
const tehranOffset = '+03:30';
const inTehran = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' });
const inPersian = new Intl.DateTimeFormat('fa-IR-u-ca-persian', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Returns the date in Tehran at an instant, as `YYYY-MM-DD`. */
export function tehranDate(at: Date): string {
  return inTehran.format(at);
}

/**
 * Returns the date `count` working days after a date, or before it when `count` is negative. Day 0 is the date itself,
 * or the next working day when the date is on a weekend.
 */
export function workingDay(date: string, count: number): string {
  let day = nextWorkingDay(new Date(`${date}T00:00:00Z`), 1);
  const step = Math.sign(count);
  for (let left = Math.abs(count); left > 0; left -= 1)
    day = nextWorkingDay(new Date(day.getTime() + step * dayMs), step);
  return day.toISOString().slice(0, 10);
}

/** Returns the instant of a time of day in Tehran, in RFC 3339. */
export function tehranTime(date: string, time: string): string {
  return `${date}T${time}:00${tehranOffset}`;
}

/** Replaces every `{{day N}}` in a text by the Persian date of that working day, for example «یکشنبه ۱ آذر ۱۴۰۵». */
export function withDates(text: string, today: string): string {
  return text.replace(/\{\{day (-?\d+)\}\}/g, (_placeholder, count: string) =>
    persianDate(workingDay(today, Number(count))),
  );
}

function persianDate(date: string): string {
  const parts = inPersian.formatToParts(new Date(`${date}T00:00:00Z`));
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
}

function nextWorkingDay(from: Date, step: number): Date {
  let day = from;
  while (day.getUTCDay() === thursday || day.getUTCDay() === friday) day = new Date(day.getTime() + step * dayMs);
  return day;
}
