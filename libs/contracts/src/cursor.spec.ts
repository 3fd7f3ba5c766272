import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cursorAfter, keyOfCursor, pageOfRows } from './cursor.js';

describe('the cursor of a list', () => {
  it('comes back as the key it was made of', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((key) => !key.includes('\u0000')),
        (key) => expect(keyOfCursor(cursorAfter(key))).toBe(key),
      ),
    );
  });

  it('is refused when it was made up', () => {
    for (const text of ['', 'a', '????', 'AA==', 'wyg', 'AA', cursorAfter('a\u0000b'), 'x'.repeat(1200)])
      expect(keyOfCursor(text)).toBeNull();
  });
});

describe('a page of rows', () => {
  const row = (id: string, characters = 1) => ({ id, data: 'x'.repeat(characters) });
  const page = (rows: readonly ReturnType<typeof row>[], limit: number) => {
    const { shown, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return [shown.map(({ id }) => id).join(''), next_cursor === null ? null : keyOfCursor(next_cursor)];
  };

  it('has a cursor where one row more than the limit was read', () => {
    expect(page([], 2)).toEqual(['', null]);
    expect(page([row('a'), row('b')], 2)).toEqual(['ab', null]);
    expect(page([row('a'), row('b'), row('c')], 2)).toEqual(['ab', 'b']);
  });

  it('is no larger than a reply can carry, and is never empty where there are rows', () => {
    expect(page([row('a', 900_000), row('b', 900_000), row('c', 900_000), row('d', 1)], 200)).toEqual(['ab', 'b']);
    expect(page([row('a', 5_000_000), row('b')], 200)).toEqual(['a', 'a']);
    expect(page([row('a'), row('b', 5_000_000)], 200)).toEqual(['a', 'a']);
  });
});
