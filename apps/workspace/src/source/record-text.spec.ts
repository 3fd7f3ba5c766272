import { describe, expect, it } from '@jest/globals';
import { recordText } from './record-text.js';

describe('recordText', () => {
  it('keeps lines, half-spaces and marks of direction, and removes what a record may not contain', () => {
    expect(recordText('می\u200Cخواهم\u200F \r\nدو\u0000م\u202E\n\n\n\nسوم\u0007 ', 100)).toEqual({
      text: 'می\u200Cخواهم\u200F\nدوم\n\nسوم',
      status: 'extracted',
    });
  });

  it('cuts a long text between code points', () => {
    expect(recordText('😀😀😀', 2)).toEqual({ text: '😀😀', status: 'cut' });
    expect(recordText('😀😀', 2)).toEqual({ text: '😀😀', status: 'extracted' });
  });

  it('takes time in proportion to the length of a text of blanks', () => {
    const text = `x${' '.repeat(400_000)}x`;
    expect(recordText(text, 200_000).status).toBe('cut');
  });

  it('takes time in proportion to the length of a text of combining marks, and keeps 30 of them', () => {
    const text = `a${'\u0316\u0301'.repeat(200_000)}b`;
    expect(recordText(text, 200_000)).toEqual({
      text: `a${'\u0316\u0301'.repeat(15)}b`.normalize('NFC'),
      status: 'extracted',
    });
  });
});
