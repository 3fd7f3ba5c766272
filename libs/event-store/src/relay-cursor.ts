import type { StreamEnd } from './fact-stream.js';

/** A place in the log: facts are in the order of their transactions, and inside one in the order of their positions. */
export interface Cursor {
  readonly xid: bigint;
  readonly position: bigint;
}

/** Before the first fact. */
export const logStart: Cursor = { xid: 0n, position: 0n };

export function cursorText(cursor: Cursor): string {
  return `${cursor.xid}:${cursor.position}`;
}

/** Null where the text is no cursor. */
export function cursorFrom(text: string): Cursor | null {
  const match = /^(\d+):(\d+)$/.exec(text);
  return match === null ? null : { xid: BigInt(match[1] as string), position: BigInt(match[2] as string) };
}

export function compareCursors(a: Cursor, b: Cursor): number {
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1;
  return a.position === b.position ? 0 : a.position < b.position ? -1 : 1;
}

/** What the relay wrote down last: up to `cursor` everything was published, the last of it as `sequence`. */
export interface SavedPlace {
  readonly cursor: Cursor;
  readonly sequence: number;
}

/**
 * Where to go on reading. The newest message that is really there decides; what was written down serves while it
 * speaks of the same end of the stream, and where the stream has aged so far that no message is left.
 * A stream that ends earlier than was written down has lost its tail: what it lost is published again.
 */
export function resumeAt(end: StreamEnd, saved: SavedPlace | null): Cursor {
  const intact = end.last === null || end.last.sequence === end.sequence;
  if (saved !== null && intact && saved.sequence === end.sequence) return saved.cursor;
  if (end.last !== null) return cursorFrom(end.last.cursor) ?? logStart;
  return saved !== null && saved.sequence < end.sequence ? saved.cursor : logStart;
}
