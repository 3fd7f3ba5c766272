import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeCursor, decodeCursor, pageOfRows } from './cursor.js';

describe('a list cursor', () => {
  it('decodes to the key that was encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((key) => !key.includes('\u0000')),
        (key) => expect(decodeCursor(encodeCursor(key))).toBe(key),
      ),
    );
  });

  it('decodes to null when `encodeCursor` did not create it', () => {
    for (const text of ['', 'a', '????', 'AA==', 'wyg', 'AA', encodeCursor('a\u0000b'), 'x'.repeat(1200)])
      expect(decodeCursor(text)).toBeNull();
  });
});

describe('a page of rows', () => {
  const row = (id: string, characters = 1) => ({ id, data: 'x'.repeat(characters) });
  const page = (rows: readonly ReturnType<typeof row>[], limit: number) => {
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return [pageRows.map(({ id }) => id).join(''), next_cursor === null ? null : decodeCursor(next_cursor)];
  };

  it('has a next cursor only when more rows than the limit were read', () => {
    expect(page([], 2)).toEqual(['', null]);
    expect(page([row('a'), row('b')], 2)).toEqual(['ab', null]);
    expect(page([row('a'), row('b'), row('c')], 2)).toEqual(['ab', 'b']);
  });

  it('ends at the size limit of a reply but contains at least one row', () => {
    expect(page([row('a', 900_000), row('b', 900_000), row('c', 900_000), row('d', 1)], 200)).toEqual(['ab', 'b']);
    expect(page([row('a', 5_000_000), row('b')], 200)).toEqual(['a', 'a']);
    expect(page([row('a'), row('b', 5_000_000)], 200)).toEqual(['a', 'a']);
  });
});
