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

function offsetAt(at: number): number {
  const { date, time } = tehranFields(new Date(at));
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000;
}
