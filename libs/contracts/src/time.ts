/** Longest text of a time that a request may contain, in characters. */
export const TIME_MAX_CHARACTERS = 40;

/**
 * A time with its offset from UTC, as a JSON Schema pattern: RFC 3339 without what a `Date` or PostgreSQL cannot hold,
 * which is leap seconds, the year 0 and offsets of a day. `Date` can parse every match.
 */
export const TIME_PATTERN =
  '^(19|2[01])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]' +
  '(\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$';

/** `TIME_PATTERN` as a regular expression. */
export const TIME = new RegExp(TIME_PATTERN);

/** Converts a time to UTC with milliseconds; null for a text that is no time. */
export function parseTime(text: string): string | null {
  return TIME.test(text) ? new Date(text).toISOString() : null;
}
