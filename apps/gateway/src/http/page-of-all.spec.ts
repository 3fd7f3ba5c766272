import { describe, expect, it } from '@jest/globals';
import { cursorAfter } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import { pageOfAll } from './page-of-all.js';

const key = (text: string) => text;
const first = { limit: 2, cursor: null };

describe('a page of a list that was answered whole', () => {
  it('goes through every item once, in the order of its key', () => {
    const one = pageOfAll(['d', 'a', 'c', 'b', 'e'], first, key);
    expect(one.items).toEqual(['a', 'b']);
    const two = pageOfAll(['a', 'b', 'c', 'd', 'e'], { limit: 2, cursor: one.next_cursor }, key);
    expect(two.items).toEqual(['c', 'd']);
    expect(pageOfAll(['a', 'b', 'c', 'd', 'e'], { limit: 2, cursor: two.next_cursor }, key)).toEqual({
      items: ['e'],
      next_cursor: null,
    });
  });

  it('goes on although the item where it stood is gone', () => {
    expect(pageOfAll(['a', 'c'], { limit: 2, cursor: cursorAfter('b') }, key)).toEqual({
      items: ['c'],
      next_cursor: null,
    });
  });

  it('reads a list that falls, and an empty one', () => {
    expect(pageOfAll(['a', 'b', 'c'], { limit: 2, cursor: cursorAfter('c') }, key, 'falling')).toEqual({
      items: ['b', 'a'],
      next_cursor: null,
    });
    expect(pageOfAll([], first, key)).toEqual({ items: [], next_cursor: null });
  });

  it('refuses a cursor that is none of ours', () => {
    expect(() => pageOfAll(['a'], { limit: 2, cursor: '!' }, key)).toThrow(Refused);
  });
});
