/** The part of a text that shows why a search found it. */
import { HALF_SPACE, normaliseText, queryTerms, searchTerms } from '@kushk/text-search';

const CHARACTERS_BEFORE = 60;
/** The longest excerpt, with `OMISSION` on both sides. */
const EXCERPT_CHARACTERS = 240;
/** Stands where text was left off. */
const OMISSION = '…';
/** The part of a text from which an excerpt is taken. Longer texts would make a page large. */
export const EXCERPTED_CHARACTERS = 20_000;
/** The size of this part in UTF-8, as a page counts it. */
export const EXCERPTED_BYTES = 2 * EXCERPTED_CHARACTERS;

/**
 * Returns the words around the first one that the query matches, or the words at the beginning of the text: at most 240
 * characters, with `…` where text was left off. `text` may be the first `EXCERPTED_CHARACTERS` of a longer one.
 */
export function excerptOf(text: string, query: string): string {
  const isMatch = matcherOf(queryTerms(query));
  let at = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}\u200C]+/gu)) {
    if (!isMatch(match[0])) continue;
    at = match.index;
    break;
  }
  return wordsAround(text, at, EXCERPT_CHARACTERS);
}

/** Returns the words at the beginning of a text, at most so many characters, with `…` where text was left off. */
export function firstWordsOf(text: string, maxCharacters: number): string {
  return wordsAround(text, 0, maxCharacters);
}

function wordsAround(text: string, at: number, maxCharacters: number): string {
  const from = beginningOf(text, at);
  const to = endOf(text, { from, at, maxCharacters: maxCharacters - 2 * OMISSION.length });
  const isCutBefore = /\S/.test(text.slice(0, from));
  const isCutAfter = /\S/.test(text.slice(to)) || (to === text.length && mayGoOn(text));
  const words = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${isCutBefore ? OMISSION : ''}${words}${isCutAfter ? OMISSION : ''}`;
}

/** The beginning of a word at most `CHARACTERS_BEFORE` characters before the position. */
function beginningOf(text: string, at: number): number {
  if (at <= CHARACTERS_BEFORE) return 0;
  const space = text.slice(at - CHARACTERS_BEFORE, at).search(/\s/);
  return space === -1 ? at : at - CHARACTERS_BEFORE + space;
}

interface Extent {
  readonly from: number;
  /** The position of the word that must be in the excerpt. */
  readonly at: number;
  readonly maxCharacters: number;
}

/** The end of the last word that fits. A half-space is no end: it is within a word. */
function endOf(text: string, { from, at, maxCharacters }: Extent): number {
  const rest = text.slice(from);
  // A character has one or two code units.
  const fitting = [...rest.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('');
  if (fitting.length === rest.length && !mayGoOn(text)) return text.length;
  if (/^\s/.test(rest.slice(fitting.length))) return from + fitting.length;
  const space = fitting.search(/\s\S*$/);
  if (space > at - from) return from + space;
  // The word is longer than the excerpt, such as an address: it is cut between two characters as people see them.
  const character = new Intl.Segmenter().segment(rest).containing(fitting.length);
  return from + (character?.index || fitting.length);
}

/** Whether the text may be the beginning of a longer one. */
function mayGoOn(text: string): boolean {
  return text.length >= EXCERPTED_CHARACTERS && [...text].length >= EXCERPTED_CHARACTERS;
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
