import { describe, expect, it } from '@jest/globals';
import { countCodePoints, freeTextProblems, isStorableText } from './free-text.js';

const notes = { required: false, maxCodePoints: 4000 };

describe('free text', () => {
  it('is measured in code points, so that an emoji counts as one character', () => {
    expect(countCodePoints('سلام 👋')).toBe(6);
    expect(freeTextProblems('/notes', '👋'.repeat(4000), notes)).toEqual([]);
    expect(freeTextProblems('/notes', '👋'.repeat(4001), notes)).toMatchObject([
      { code: 'too_long', path: '/notes', stage: 'request' },
    ]);
  });

  it('may be blank only when it is not required', () => {
    expect(freeTextProblems('/notes', '', notes)).toEqual([]);
    expect(freeTextProblems('/reason', ' \n', { ...notes, required: true })).toMatchObject([
      { code: 'required', path: '/reason' },
    ]);
  });

  it('must be a string', () => {
    for (const other of [null, undefined, 7, {}, ['a']])
      expect(freeTextProblems('/notes', other, notes)).toMatchObject([{ code: 'type' }]);
  });

  it('is rejected when it contains characters that the database cannot store', () => {
    expect(isStorableText('a\u0000b')).toBe(false);
    expect(isStorableText('\ud83d')).toBe(false);
    expect(isStorableText('👋')).toBe(true);
    expect(freeTextProblems('/notes', 'a\u0000b', notes)).toMatchObject([{ code: 'text' }]);
  });

  it('is rejected when it contains control characters or direction overrides, and line breaks if oneLine is set', () => {
    for (const trick of ['\u001b[2J', 'a\u202eb', '\u2066', '\u0085', '\ud800']) {
      for (const oneLine of [true, false])
        expect(freeTextProblems('/name', `a${trick}b`, { ...notes, oneLine })).toMatchObject([{ code: 'text' }]);
    }
    for (const lines of ['a\nb', 'a\r\nb', 'a\tb', 'a\u2028b']) {
      expect(freeTextProblems('/notes', lines, notes)).toEqual([]);
      expect(freeTextProblems('/name', lines, { ...notes, oneLine: true })).toMatchObject([{ code: 'text' }]);
    }
    expect(freeTextProblems('/name', 'کتاب‌خانه\u200f 👩‍💻', { ...notes, oneLine: true })).toEqual([]);
  });
});
