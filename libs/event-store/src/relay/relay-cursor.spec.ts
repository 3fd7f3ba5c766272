import { describe, expect, it } from '@jest/globals';
import { compareCursors, cursorFrom, cursorText, logStart, resumeAt } from './relay-cursor.js';

const at = (xid: bigint, position: bigint) => ({ xid, position });

describe('Cursor', () => {
  it('orders cursors by transaction, then by position', () => {
    expect(compareCursors(at(1n, 9n), at(2n, 1n))).toBe(-1);
    expect(compareCursors(at(10n, 1n), at(9n, 9n))).toBe(1);
    expect(compareCursors(at(1n, 1n), at(1n, 2n))).toBe(-1);
    expect(compareCursors(at(1n, 2n), at(1n, 2n))).toBe(0);
  });

  it('parses a cursor from its text', () => {
    expect(cursorFrom(cursorText(at(18446744073709551615n, 65536n)))).toEqual(at(18446744073709551615n, 65536n));
    expect(cursorFrom('7')).toBeNull();
  });
});

describe('resumeAt', () => {
  const saved = { cursor: at(50n, 5n), sequence: 10 };

  it('returns the start of the log for a stream that never had a message', () => {
    expect(resumeAt({ sequence: 0, last: null }, null)).toEqual(logStart);
  });

  it('returns the checkpoint when the stream ends at its sequence, even if no message is left', () => {
    expect(resumeAt({ sequence: 10, last: { sequence: 10, cursor: '40:4' } }, saved)).toEqual(saved.cursor);
    expect(resumeAt({ sequence: 10, last: null }, saved)).toEqual(saved.cursor);
  });

  it("returns the last message's cursor when it is newer than the checkpoint", () => {
    expect(resumeAt({ sequence: 12, last: { sequence: 12, cursor: '60:6' } }, saved)).toEqual(at(60n, 6n));
  });

  it('returns the cursor of the newest stored message when the stream lost messages at its end', () => {
    expect(resumeAt({ sequence: 7, last: { sequence: 7, cursor: '30:3' } }, saved)).toEqual(at(30n, 3n));
    expect(resumeAt({ sequence: 10, last: { sequence: 7, cursor: '30:3' } }, saved)).toEqual(at(30n, 3n));
  });

  it('returns the start of the log when the stream lost every message', () => {
    expect(resumeAt({ sequence: 0, last: null }, saved)).toEqual(logStart);
  });
});
