/** Which notifications a person gets by e-mail now, and when. Pure. */
import type { StoredPreferences } from '@kushk/person-session';
import type { MailItem } from './mail-people.js';

/** At once, or with all others of a day. */
export type MailWay = 'at_once' | 'daily';
export const MAIL_WAYS: readonly MailWay[] = ['at_once', 'daily'];
/** Mails for one person in an hour. What comes then waits, and is in one mail when the hour is over. */
export const MAILS_PER_HOUR = 20;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Eight in the morning in Tehran, which has been 3.5 hours ahead of UTC in summer and winter since 2022. */
const DIGEST_UTC_MS = 4.5 * HOUR_MS;

/** The notifications that are sent this way, if they were not sent before. */
export function selectForMail<Kind extends string, Item extends Pick<MailItem<Kind>, 'kind' | 'at'>>(
  items: readonly Item[],
  { preferences, mailSince }: StoredPreferences<Kind>,
  { way, now }: { readonly way: MailWay; readonly now: Date },
): readonly Item[] {
  const until = way === 'daily' ? lastDigestAt(now) : now;
  return items.filter(({ kind, at }) => {
    const wantedSince = mailSince[kind];
    if (preferences[kind]?.email !== way || wantedSince === undefined) return false;
    return at.getTime() > Date.parse(wantedSince) && at <= until;
  });
}

/** When the newest daily digest was due. */
export function lastDigestAt(now: Date): Date {
  const days = Math.floor((now.getTime() - DIGEST_UTC_MS) / DAY_MS);
  return new Date(days * DAY_MS + DIGEST_UTC_MS);
}

const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = HOUR_MS;

/** One minute, two, four, … up to an hour. */
export function retryAfterMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LAST_RETRY_MS);
}
