import type { StreamEnd } from './fact-stream.js';

/** A position in the log. Facts are ordered by transaction, and within a transaction by position. */
export interface Cursor {
  readonly xid: bigint;
  readonly position: bigint;
}

/** The cursor before the first fact. */
export const logStart: Cursor = { xid: 0n, position: 0n };

export function cursorText(cursor: Cursor): string {
  return `${cursor.xid}:${cursor.position}`;
}

/** Parses a cursor. Returns null when the text is not a cursor. */
export function cursorFrom(text: string): Cursor | null {
  const match = /^(\d+):(\d+)$/.exec(text);
  return match === null ? null : { xid: BigInt(match[1] as string), position: BigInt(match[2] as string) };
}

export function compareCursors(a: Cursor, b: Cursor): number {
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1;
  return a.position === b.position ? 0 : a.position < b.position ? -1 : 1;
}

/**
 * The relay's last saved checkpoint. Every public fact up to `cursor` is published, and the stream then ends at
 * `sequence`.
 */
export interface RelayCheckpoint {
  readonly cursor: Cursor;
  readonly sequence: number;
  readonly epoch: number;
}

/** Where the relay continues, and the epoch of the messages that it publishes. */
export type RelayStart = Pick<RelayCheckpoint, 'cursor' | 'epoch'>;

/**
 * Determines where to continue reading the log. Returns null when the stream has a newest message that the log does not
 * have (`hasLast`): the log went back in time, and facts with its old positions would be taken for published. An epoch
 * that was requested after that message was published starts over at the beginning of the log.
 */
export function startOf(
  end: StreamEnd,
  { checkpoint, hasLast }: { readonly checkpoint: RelayCheckpoint | null; readonly hasLast: boolean },
  nowMs: number,
): RelayStart | null {
  const { requestedEpoch, last } = end;
  const epoch = Math.max(checkpoint?.epoch ?? 0, last?.epoch ?? 0);
  if (requestedEpoch > epoch) return { cursor: logStart, epoch: requestedEpoch };
  if (last !== null && !hasLast) return null;
  const cursor = resumeAt(end, checkpoint);
  return { cursor, epoch: hasLostEnd(end, checkpoint) ? Math.max(epoch + 1, nowMs) : epoch };
}

/**
 * The checkpoint is valid while the stream still ends at its sequence, even if retention has removed every message.
 * Otherwise the cursor of the newest stored message is used. A stream that ends before the checkpoint has lost messages
 * at its end, and the lost facts are published again.
 */
export function resumeAt(end: StreamEnd, checkpoint: RelayCheckpoint | null): Cursor {
  const isIntact = end.last === null || end.last.sequence === end.sequence;
  if (checkpoint !== null && isIntact && checkpoint.sequence === end.sequence) return checkpoint.cursor;
  if (end.last !== null) return cursorFrom(end.last.cursor) ?? logStart;
  return checkpoint !== null && checkpoint.sequence < end.sequence ? checkpoint.cursor : logStart;
}

function hasLostEnd({ sequence, last }: StreamEnd, checkpoint: RelayCheckpoint | null): boolean {
  return (checkpoint !== null && sequence < checkpoint.sequence) || (last !== null && last.sequence !== sequence);
}
