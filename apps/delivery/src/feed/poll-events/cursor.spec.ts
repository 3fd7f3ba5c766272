import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cursorAt, readFrom, sequenceOf } from './cursor.js';

const stored = { oldest: 11, newest: 20 };

describe('a cursor', () => {
  it('is valid only for the installation that it was created for', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), (sequence) => {
        const cursor = cursorAt('ins_a', sequence);
        expect(sequenceOf(cursor, 'ins_a')).toBe(sequence);
        expect(sequenceOf(cursor, 'ins_b')).toBeNull();
      }),
    );
  });

  it('is rejected when it is malformed or not in canonical form', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(sequenceOf(text, 'ins_a')).toBeNull()));
    for (const text of [
      '-1',
      '9223372036854775808',
      '1e3',
      `${cursorAt('ins_a', 5)}=`,
      btoa('1:05:ins_a'),
      btoa('2:5:ins_a'),
    ]) {
      expect(sequenceOf(text, 'ins_a')).toBeNull();
    }
  });
});

describe('reading a feed', () => {
  it('begins at the oldest stored event when no cursor is given', () => {
    expect(readFrom(null, 'ins_a', stored)).toEqual({ kind: 'after', sequence: 10 });
    expect(readFrom('', 'ins_a', stored)).toEqual({ kind: 'after', sequence: 10 });
    expect(readFrom(null, 'ins_a', null)).toEqual({ kind: 'after', sequence: 0 });
  });

  it('continues after the cursor', () => {
    expect(readFrom(cursorAt('ins_a', 20), 'ins_a', stored)).toEqual({ kind: 'after', sequence: 20 });
    expect(readFrom(cursorAt('ins_a', 10), 'ins_a', stored)).toEqual({ kind: 'after', sequence: 10 });
  });

  it('returns the oldest valid cursor when the next event has expired', () => {
    expect(readFrom(cursorAt('ins_a', 9), 'ins_a', stored)).toEqual({ kind: 'expired', oldest: cursorAt('ins_a', 10) });
  });

  it('rejects a cursor with a sequence number that the feed has not reached', () => {
    expect(readFrom(cursorAt('ins_a', 21), 'ins_a', stored)).toEqual({ kind: 'invalid' });
  });
});
