/** A page of a person's notifications, and how many of them the person has not read. */
import { pageOfRows } from '@kushk/contracts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A notification is listed for this time. */
export const LISTED_MS = 30 * DAY_MS;
/** For a person who has read none yet, what happened earlier counts as read. */
export const FIRST_UNREAD_MS = 7 * DAY_MS;
/** A proposal that is pending for longer counts as waiting. */
export const WAITING_MS = DAY_MS;
/** At most this many of each source are listed and counted. */
export const MAX_LISTED = 1_000;

export interface Listed {
  readonly id: string;
  readonly at: Date;
}
interface PageOptions {
  readonly now: Date;
  /** Null for a person who has not read any. */
  readonly readUntil: string | null;
  /** The key after which the page starts. */
  readonly start: string | null;
  readonly limit: number;
}

/** The newest first. A key is the time and the id, so that two of the same time have an order. */
export function notificationPage<Item extends Listed>(
  items: readonly Item[],
  { now, readUntil, start, limit }: PageOptions,
): {
  readonly rows: readonly (Item & { readonly read: boolean })[];
  readonly next_cursor: string | null;
  readonly unread: number;
} {
  const since = now.getTime() - LISTED_MS;
  const readAt = readUntil === null ? now.getTime() - FIRST_UNREAD_MS : Date.parse(readUntil);
  const listed = items
    .filter(({ at }) => at.getTime() >= since)
    .map((item) => ({ ...item, read: item.at.getTime() <= readAt }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
  const rest = start === null ? listed : listed.filter((item) => keyOf(item) < start);
  const { pageRows, next_cursor } = pageOfRows(rest.slice(0, limit + 1), limit, keyOf);
  return { rows: pageRows, next_cursor, unread: listed.filter(({ read }) => !read).length };
}

function keyOf({ at, id }: Listed): string {
  return `${at.toISOString()} ${id}`;
}
