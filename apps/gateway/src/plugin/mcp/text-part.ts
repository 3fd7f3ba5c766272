/** Splits a long text into parts that fit into one result of a tool. */
import { decodeCursor, encodeCursor } from '@kushk/contracts';
import { Refused } from '@kushk/edge';

/** The size of a part in JSON, as UTF-8. A result contains the part twice. */
export const PART_BYTES = 72 * 1024;
const STEP_CODE_UNITS = 512;
const QUOTES_BYTES = 2;

export interface TextPart {
  readonly text: string;
  /** The cursor of the next part; null for the last part. */
  readonly next_cursor: string | null;
}

/**
 * Returns the part of a text that begins at a cursor, or at the beginning when `cursor` is null. Parts never split a
 * surrogate pair. Throws `cursor.invalid` for a cursor that is no position in the text.
 */
export function textPart(text: string, cursor: string | null): TextPart {
  const start = cursor === null ? 0 : positionIn(text, cursor);
  let end = start;
  for (let bytes = 0; end < text.length;) {
    const next = stepEnd(text, end);
    bytes += Buffer.byteLength(JSON.stringify(text.slice(end, next))) - QUOTES_BYTES;
    if (bytes > PART_BYTES) break;
    end = next;
  }
  return { text: text.slice(start, end), next_cursor: end < text.length ? encodeCursor(String(end)) : null };
}

function stepEnd(text: string, from: number): number {
  const end = from + STEP_CODE_UNITS;
  const isWithinPair = text.slice(end - 1, end + 1).codePointAt(0)! > 0xffff;
  return Math.min(isWithinPair ? end + 1 : end, text.length);
}

function positionIn(text: string, cursor: string): number {
  const position = /^\d{1,9}$/.exec(decodeCursor(cursor) ?? '');
  if (position !== null && Number(position[0]) < text.length) return Number(position[0]);
  throw Refused.with('cursor.invalid');
}
