import { describe, expect, it } from '@jest/globals';
import { compareCursors, cursorFrom, cursorText, logStart, resumeAt, startOf } from './relay-cursor.js';

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

const saved = { cursor: at(50n, 5n), sequence: 10, epoch: 3 };
const message = (sequence: number, cursor: string, epoch = 3) => ({
  sequence,
  cursor,
  epoch,
  streamId: 'purse-p',
  version: 1,
  eventId: 'e',
});
const end = (sequence: number, last: ReturnType<typeof message> | null, requestedEpoch = 0) => ({
  sequence,
  requestedEpoch,
  last,
});

describe('resumeAt', () => {
  it('returns the start of the log for a stream that never had a message', () => {
    expect(resumeAt(end(0, null), null)).toEqual(logStart);
  });

  it('returns the checkpoint when the stream ends at its sequence, even if no message is left', () => {
    expect(resumeAt(end(10, message(10, '40:4')), saved)).toEqual(saved.cursor);
    expect(resumeAt(end(10, null), saved)).toEqual(saved.cursor);
  });

  it("returns the last message's cursor when it is newer than the checkpoint", () => {
    expect(resumeAt(end(12, message(12, '60:6')), saved)).toEqual(at(60n, 6n));
  });

  it('returns the cursor of the newest stored message when the stream lost messages at its end', () => {
    expect(resumeAt(end(7, message(7, '30:3')), saved)).toEqual(at(30n, 3n));
    expect(resumeAt(end(10, message(7, '30:3')), saved)).toEqual(at(30n, 3n));
  });

  it('returns the start of the log when the stream lost every message', () => {
    expect(resumeAt(end(0, null), saved)).toEqual(logStart);
  });
});

describe('startOf', () => {
  const nowMs = 1_000;

  it('continues in the same epoch while the log has the newest message', () => {
    expect(startOf(end(12, message(12, '60:6')), { checkpoint: saved, hasLast: true }, nowMs)).toEqual({
      cursor: at(60n, 6n),
      epoch: 3,
    });
  });

  it('returns null when the log lost the newest message', () => {
    expect(startOf(end(12, message(12, '60:6')), { checkpoint: saved, hasLast: false }, nowMs)).toBeNull();
  });

  it('starts over in the epoch that was requested after the newest message, whether the log has it or not', () => {
    for (const hasLast of [true, false])
      expect(startOf(end(12, message(12, '60:6'), 4), { checkpoint: saved, hasLast }, nowMs)).toEqual({
        cursor: logStart,
        epoch: 4,
      });
  });

  it('returns null when the log is restored once more, to a moment before the epoch of the newest message', () => {
    const last = message(20, '70:7', 4);
    expect(startOf(end(20, last, 4), { checkpoint: saved, hasLast: false }, nowMs)).toBeNull();
    expect(startOf(end(20, last, 4), { checkpoint: saved, hasLast: true }, nowMs)?.epoch).toBe(4);
  });

  it.each([
    ['messages at its end', end(7, message(7, '30:3'))],
    ['deleted messages at its end', end(10, message(7, '30:3'))],
    ['every message', end(0, null)],
  ])('begins a new epoch when the stream lost %s', (_lost, found) => {
    expect(startOf(found, { checkpoint: saved, hasLast: true }, nowMs)?.epoch).toBe(nowMs);
    expect(startOf(found, { checkpoint: { ...saved, epoch: nowMs }, hasLast: true }, nowMs)?.epoch).toBe(nowMs + 1);
  });
});
