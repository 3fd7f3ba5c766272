/** The part of a text that shows why a search found it. */
import { queryTerms, searchTerms } from './search-terms.js';

const CHARACTERS_BEFORE = 60;
const EXCERPT_CHARACTERS = 240;
/** The part of a text from which an excerpt is taken. Longer texts would make a page large. */
export const EXCERPTED_CHARACTERS = 20_000;
/** The size of this part in UTF-8, as a page counts it. */
export const EXCERPTED_BYTES = 2 * EXCERPTED_CHARACTERS;

/** Returns the text around the first word that the query matches, or the beginning of the text. */
export function excerptOf(text: string, query: string): string {
  const terms = queryTerms(query);
  const isMatch = (word: string) => searchTerms(word).some((each) => terms.some((term) => each.startsWith(term)));
  let at = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}\u200C]+/gu)) {
    if (!isMatch(match[0])) continue;
    at = match.index;
    break;
  }
  const characters = [...text.slice(beginningOf(text, at))];
  return characters.slice(0, EXCERPT_CHARACTERS).join('').replace(/\s+/g, ' ').trim();
}

/** The beginning of a word at most `CHARACTERS_BEFORE` characters before the position. */
function beginningOf(text: string, at: number): number {
  if (at <= CHARACTERS_BEFORE) return 0;
  const space = text.slice(at - CHARACTERS_BEFORE, at).search(/\s/);
  return space === -1 ? at : at - CHARACTERS_BEFORE + space;
}
