import { requestProblem, type Problem } from '@kushk/contracts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const DAY_CHARACTERS = 10;
/** The latest expiry time that RFC 3339 and PostgreSQL can represent. A UTC offset can move a time beyond it. */
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** What is wrong with the time at which a key or a trust is to end. */
export function expiryProblems({
  expiresAt,
  at,
}: {
  /** As the caller sent it; null: it does not end. */
  readonly expiresAt: string | null;
  readonly at: string;
}): readonly Problem[] {
  if (expiresAt === null) return [];
  const time =
    RFC_3339.test(expiresAt) && isCalendarDay(expiresAt.slice(0, DAY_CHARACTERS)) ? Date.parse(expiresAt) : Number.NaN;
  if (!(time <= LAST_TIME_MS))
    return [
      requestProblem('format', '/expires_at', {
        message: 'must be a time in RFC 3339',
        message_fa: 'باید زمانی به شکل RFC 3339 باشد',
        hint: 'for example 2027-03-20T20:30:00Z',
      }),
    ];
  if (time <= Date.parse(at))
    return [
      requestProblem('past', '/expires_at', { message: 'must lie in the future', message_fa: 'باید در آینده باشد' }),
    ];
  return [];
}

/** `Date.parse` accepts 30 February and reads it as 2 March. */
function isCalendarDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
