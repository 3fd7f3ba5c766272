import { describe, expect, it } from '@jest/globals';
import { lastLines } from './log-frames.js';

const frame = (text: string, stream = 1): Buffer => {
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
};

describe('lastLines', () => {
  it('joins both outputs in the order in which they were written', () => {
    const framed = Buffer.concat([frame('one\n'), frame('two\n', 2), frame('three\n')]);
    expect(lastLines(framed, { lines: 10, bytes: 1_000 })).toEqual({
      lines: ['one', 'two', 'three'],
      truncated: false,
    });
    expect(lastLines(Buffer.alloc(0), { lines: 10, bytes: 1_000 })).toEqual({ lines: [], truncated: false });
  });

  it('keeps the newest lines within both bounds, and never half a line', () => {
    const framed = frame('first\nsecond\nthird\n');
    expect(lastLines(framed, { lines: 2, bytes: 1_000 })).toEqual({ lines: ['second', 'third'], truncated: true });
    expect(lastLines(framed, { lines: 10, bytes: 9 })).toEqual({ lines: ['third'], truncated: true });
  });
});
