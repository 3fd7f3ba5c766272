import { describe, expect, it } from '@jest/globals';
import { Kept } from './kept.js';

/** What was worked out anew when these texts were asked for one after the other. */
function madeFor(texts: readonly string[], limits: ConstructorParameters<typeof Kept<number>>[0]): string[] {
  const made: string[] = [];
  const kept = new Kept<number>(limits);
  for (const text of texts) {
    const value = kept.get(text, () => {
      made.push(text);
      return text.length;
    });
    expect(value).toBe(text.length);
  }
  return made;
}

describe('what is kept of what was worked out', () => {
  it('is worked out once for each text', () => {
    expect(madeFor(['a', 'b', 'a', 'b'], { maxEntries: 2, maxCharacters: 100 })).toEqual(['a', 'b']);
  });

  it('loses what was asked for longest ago, by number and by length', () => {
    expect(madeFor(['a', 'b', 'a', 'c', 'a', 'b'], { maxEntries: 2, maxCharacters: 100 })).toEqual([
      'a',
      'b',
      'c',
      'b',
    ]);
    expect(madeFor(['aa', 'bb', 'cc', 'bb', 'aa'], { maxEntries: 9, maxCharacters: 5 })).toEqual([
      'aa',
      'bb',
      'cc',
      'aa',
    ]);
    expect(madeFor(['aaaaaa', 'aaaaaa'], { maxEntries: 9, maxCharacters: 5 })).toEqual(['aaaaaa', 'aaaaaa']);
  });

  it('counts the size of the values too, where it is told', () => {
    expect(
      madeFor(['aa', 'bb', 'bb', 'aa'], { maxEntries: 9, maxCharacters: 5, charactersOf: (length) => length }),
    ).toEqual(['aa', 'bb', 'aa']);
    expect(madeFor(['aaa', 'aaa'], { maxEntries: 9, maxCharacters: 5, charactersOf: (length) => length })).toEqual([
      'aaa',
      'aaa',
    ]);
  });
});
