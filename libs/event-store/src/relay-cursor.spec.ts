import { describe, expect, it } from '@jest/globals';
import { compareCursors, cursorFrom, cursorText, logStart, resumeAt } from './relay-cursor.js';

const at = (xid: bigint, position: bigint) => ({ xid, position });

describe('a cursor', () => {
  it('is ordered by transaction, then by position', () => {
    expect(compareCursors(at(1n, 9n), at(2n, 1n))).toBe(-1);
    expect(compareCursors(at(10n, 1n), at(9n, 9n))).toBe(1);
    expect(compareCursors(at(1n, 1n), at(1n, 2n))).toBe(-1);
    expect(compareCursors(at(1n, 2n), at(1n, 2n))).toBe(0);
  });

  it('survives its text', () => {
    expect(cursorFrom(cursorText(at(18446744073709551615n, 65536n)))).toEqual(at(18446744073709551615n, 65536n));
    expect(cursorFrom('7')).toBeNull();
  });
});

describe('where the relay goes on', () => {
  const saved = { cursor: at(50n, 5n), sequence: 10 };

  it('starts at the beginning of the log for a stream that never had a message', () => {
    expect(resumeAt({ sequence: 0, last: null }, null)).toEqual(logStart);
  });

  it('uses what was written down while the stream ends there, so private facts are not read again', () => {
    expect(resumeAt({ sequence: 10, last: { sequence: 10, cursor: '40:4' } }, saved)).toEqual(saved.cursor);
    expect(resumeAt({ sequence: 10, last: null }, saved)).toEqual(saved.cursor);
  });

  it('trusts the last message when it published more than it wrote down', () => {
    expect(resumeAt({ sequence: 12, last: { sequence: 12, cursor: '60:6' } }, saved)).toEqual(at(60n, 6n));
  });

  it('goes back to the newest message left when the stream lost its tail', () => {
    expect(resumeAt({ sequence: 7, last: { sequence: 7, cursor: '30:3' } }, saved)).toEqual(at(30n, 3n));
    expect(resumeAt({ sequence: 10, last: { sequence: 7, cursor: '30:3' } }, saved)).toEqual(at(30n, 3n));
  });

  it('goes back to the beginning when the stream lost everything', () => {
    expect(resumeAt({ sequence: 0, last: null }, saved)).toEqual(logStart);
  });
});
