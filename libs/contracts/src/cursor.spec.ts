import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cursorAfter, keyOfCursor } from './cursor.js';

describe('the cursor of a list', () => {
  it('comes back as the key it was made of', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((key) => !key.includes('\u0000')), (key) => expect(keyOfCursor(cursorAfter(key))).toBe(key)));
  });

  it('is refused when it was made up', () => {
    for (const text of ['', 'a', '????', 'AA==', 'wyg', 'AA', cursorAfter('a\u0000b'), 'x'.repeat(1200)]) expect(keyOfCursor(text)).toBeNull();
  });
});
