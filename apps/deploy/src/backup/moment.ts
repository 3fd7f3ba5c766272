/** Times as an operator writes and reads them: with a zone, or as the clock shows in Tehran. */

const ZONE = 'Asia/Tehran';
const PATTERN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/;
export const MOMENT_RULE =
  'must be a time such as 2026-11-27T20:30:00Z, 2026-11-28T00:00:00+03:30, or without a zone that of Tehran';

/** Returns null when the text is no time. */
export function parseMoment(text: string): Date | null {
  const [, day, time, zone] = PATTERN.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const moment = new Date(`${day}T${time}${zone ?? offsetOn(day)}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** The offset of Tehran at noon of a day: `+03:30`. A year of before 2022 has another one in summer. */
function offsetOn(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(noon.getTime())) return '';
  const parts = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' }).formatToParts(noon);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
}

/** `2026-11-27T20:30:00.000Z (00:00:00 in Tehran)` */
export function momentText(moment: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'medium' }).format(moment);
  return `${moment.toISOString()} (${time} in Tehran)`;
}
