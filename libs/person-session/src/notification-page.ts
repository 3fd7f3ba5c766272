/** A page of a person's notifications, and how many of them the person has not read. */
import { pageOfRows, requestProblem } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import { base32 } from '@kushk/runtime';
import { v5 } from 'uuid';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** An event is listed for this time. Open work, such as a release that waits, has no such limit. */
export const LISTED_MS = 30 * DAY_MS;
/** For a person who has read none yet, what happened earlier counts as read. */
const FIRST_UNREAD_MS = 7 * DAY_MS;
/** What is open for longer counts as waiting. */
export const WAITING_MS = DAY_MS;
/** At most this many of each source are listed and counted. */
export const MAX_LISTED = 1_000;
/** The clocks of two services may differ, so what just happened may be a little later than now. */
const MAX_AHEAD_MS = 60_000;

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
  const readAt = readUntil === null ? now.getTime() - FIRST_UNREAD_MS : Date.parse(readUntil);
  const listed = items
    .map((item) => ({ ...item, read: item.at.getTime() <= readAt }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
  const rest = start === null ? listed : listed.filter((item) => keyOf(item) < start);
  const { pageRows, next_cursor } = pageOfRows(rest.slice(0, limit + 1), limit, keyOf);
  return { rows: pageRows, next_cursor, unread: listed.filter(({ read }) => !read).length };
}

function keyOf({ at, id }: Listed): string {
  return `${at.toISOString()} ${id}`;
}

/** A namespace of our own for name-based UUIDs (RFC 9562, version 5). It never changes. */
const NAMESPACE = '6f0c9b1e-2d3a-4c57-9a41-7e8b5d20c3f6';
const ID_BYTES = 16;

/** The id of what has none of its own. What happens again at another time is another notification. */
export function notificationIdOf(kind: string, of: string, at: Date): string {
  return `ntf_${base32(v5(`${kind} ${of} ${at.toISOString()}`, NAMESPACE, new Uint8Array(ID_BYTES)))}`;
}

export interface MarkRead {
  /** Null is now. */
  readonly until: string | null;
  readonly now: string;
}

/**
 * Moves the time until which a person has read, never back: two windows of a person may answer out of order. Rejects
 * with `request.invalid` when it is in the future.
 */
export function moveReadUntil<Fact>(
  { until, now }: MarkRead,
  readUntil: string | null,
  factOf: (until: string) => Fact,
): Decision<readonly Fact[], { readonly read_until: string }> {
  const time = new Date(until ?? now);
  if (time.getTime() > Date.parse(now) + MAX_AHEAD_MS) return refuse('request.invalid', { problems: [IN_FUTURE] });
  if (readUntil !== null && Date.parse(readUntil) >= time.getTime()) return accept([], { read_until: readUntil });
  const read = time.toISOString();
  return accept([factOf(read)], { read_until: read });
}

const IN_FUTURE = requestProblem('out_of_range', '/until', {
  message: 'must not be in the future',
  message_fa: 'نباید در آینده باشد',
});
