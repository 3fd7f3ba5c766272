import { isInCalendar, jalaliHint } from './date.js';
import { requestProblem } from './free-text.js';
import type { Problem } from './messages.js';

/** Longest text of a time that a request may contain, in characters. */
export const TIME_MAX_CHARACTERS = 40;

/**
 * A time with its offset from UTC, as a JSON Schema pattern: RFC 3339 without what a `Date` or PostgreSQL cannot hold,
 * which is leap seconds, the year 0 and offsets of a day. A year before 1900 is one of another calendar. `Date` can
 * parse every match.
 */
const TIME_PATTERN =
  '^(19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]' +
  '(\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$';

const TIME = new RegExp(TIME_PATTERN);

/**
 * Converts a time to UTC with milliseconds; null for a text that is no time, whose day does not exist,
 * or that is after the year 9999 in UTC.
 */
export function parseTime(text: string): string | null {
  if (!TIME.test(text) || !isInCalendar(text.slice(0, 'YYYY-MM-DD'.length))) return null;
  const utc = new Date(text).toISOString();
  return utc.length === 'YYYY-MM-DDTHH:MM:SS.sssZ'.length ? utc : null;
}

/** The text of the problem of a value that is no time. */
export const TIME_PROBLEM = {
  code: 'time',
  message: 'must be a time with its offset, such as 2026-11-22T08:30:00Z',
  message_fa: 'باید زمانی با اختلافش از UTC باشد، مانند 2026-11-22T08:30:00Z',
} as const;

/** The problem of a value that `parseTime` rejects. A time of the Jalali calendar gets a hint. */
export function timeProblem(path: string, value: unknown): Problem {
  const { code, ...messages } = TIME_PROBLEM;
  return requestProblem(code, path, { ...messages, ...jalaliHint(value) });
}
