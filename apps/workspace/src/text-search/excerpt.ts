/** The part of a text that shows why a search found it. */
import { HALF_SPACE, normaliseText, queryTerms, searchTerms } from '@kushk/text-search';

const CHARACTERS_BEFORE = 60;
const EXCERPT_CHARACTERS = 240;
/** The part of a text from which an excerpt is taken. Longer texts would make a page large. */
export const EXCERPTED_CHARACTERS = 20_000;
/** The size of this part in UTF-8, as a page counts it. */
export const EXCERPTED_BYTES = 2 * EXCERPTED_CHARACTERS;

/** Returns the text around the first word that the query matches, or the beginning of the text. */
export function excerptOf(text: string, query: string): string {
  const isMatch = matcherOf(queryTerms(query));
  let at = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}\u200C]+/gu)) {
    if (!isMatch(match[0])) continue;
    at = match.index;
    break;
  }
  const characters = [...text.slice(beginningOf(text, at))];
  return characters.slice(0, EXCERPT_CHARACTERS).join('').replace(/\s+/g, ' ').trim();
}

/**
 * Returns whether a word begins with one of the terms. Most words have another first letter, which is cheaper to
 * compare than the word.
 */
function matcherOf(terms: readonly string[]): (word: string) => boolean {
  const initials = new Set(terms.map((term) => initialOf(term)));
  const known = new Map<string, boolean>();
  const mayMatch = (word: string): boolean => {
    if (word.includes(HALF_SPACE)) return true;
    const character = initialOf(word);
    const found = known.get(character) ?? initials.has(initialOf(normaliseText(character)));
    known.set(character, found);
    return found;
  };
  return (word) => mayMatch(word) && searchTerms(word).some((each) => terms.some((term) => each.startsWith(term)));
}

function initialOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

/** The beginning of a word at most `CHARACTERS_BEFORE` characters before the position. */
function beginningOf(text: string, at: number): number {
  if (at <= CHARACTERS_BEFORE) return 0;
  const space = text.slice(at - CHARACTERS_BEFORE, at).search(/\s/);
  return space === -1 ? at : at - CHARACTERS_BEFORE + space;
}
