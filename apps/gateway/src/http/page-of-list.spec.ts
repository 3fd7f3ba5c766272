import { describe, expect, it } from '@jest/globals';
import { encodeCursor } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import { pageOfList } from './page-of-list.js';

const byText = { keyOf: (text: string) => text };
const first = { limit: 2, cursor: null };

describe('pageOfList', () => {
  it('returns every item once, ordered by key', () => {
    const one = pageOfList(['d', 'a', 'c', 'b', 'e'], first, byText);
    expect(one.items).toEqual(['a', 'b']);
    const two = pageOfList(['a', 'b', 'c', 'd', 'e'], { limit: 2, cursor: one.next_cursor }, byText);
    expect(two.items).toEqual(['c', 'd']);
    expect(pageOfList(['a', 'b', 'c', 'd', 'e'], { limit: 2, cursor: two.next_cursor }, byText)).toEqual({
      items: ['e'],
      next_cursor: null,
    });
  });

  it("continues after the cursor's item even if that item no longer exists", () => {
    expect(pageOfList(['a', 'c'], { limit: 2, cursor: encodeCursor('b') }, byText)).toEqual({
      items: ['c'],
      next_cursor: null,
    });
  });

  it('returns pages in descending order, and an empty page for an empty list', () => {
    expect(
      pageOfList(['a', 'b', 'c'], { limit: 2, cursor: encodeCursor('c') }, { ...byText, order: 'descending' }),
    ).toEqual({
      items: ['b', 'a'],
      next_cursor: null,
    });
    expect(pageOfList([], first, byText)).toEqual({ items: [], next_cursor: null });
  });

  it('rejects an invalid cursor', () => {
    expect(() => pageOfList(['a'], { limit: 2, cursor: '!' }, byText)).toThrow(Refused);
  });
});
