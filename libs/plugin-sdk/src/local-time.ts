/** Dates and times of an organisation, wherever the server of the plugin runs. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The date in a time zone, that many days from now, such as 2026-11-23. The time zone of an organisation is
 * `locale.timezone` of the installation. Throws a `RangeError` for an unknown zone and for days that lead to no date.
 */
export function dateIn(timezone: string, daysFromNow = 0): string {
  const now = Date.now();
  const minutes = offsetMinutes(timezone, now);
  return new Date(now + minutes * MINUTE_MS + daysFromNow * DAY_MS).toISOString().slice(0, 10);
}

/** The time of a date (`2026-12-15`, `09:00`) in a time zone as RFC 3339, such as `2026-12-15T09:00:00+03:30`. */
export function timeIn(timezone: string, date: string, time: string): string {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // The second look counts where the clocks change between that time in UTC and that time there.
  const minutes = offsetMinutes(timezone, asUtc - offsetMinutes(timezone, asUtc) * MINUTE_MS);
  const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${date}T${time}:00${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
}

/** How far the clocks of a time zone are ahead of UTC at an instant. */
function offsetMinutes(timeZone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}
