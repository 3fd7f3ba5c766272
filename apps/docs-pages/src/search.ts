/** How the search of the documents finds words: the same when the index is built and when somebody types. */
import { HALF_SPACE, normaliseText } from '@kushk/text-search';
import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';

/** A heading or a page that the search finds. The names are short because the index repeats them. */
export interface Found {
  readonly id: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly address: string;
}

const SEPARATORS = /[^\p{L}\p{N}_.:\u200c-]+/u;
const QUERY_SEPARATORS = /[^\p{L}\p{N}]+/u;
const PARTS = /[_.:\u200c-]+/u;

/**
 * The words of a text. A code such as `auth.scope_missing` and a Persian word with a half-space are found as a whole
 * and by their parts.
 */
export function wordsOf(text: string): string[] {
  return normaliseText(text)
    .split(SEPARATORS)
    .flatMap((word) => {
      const parts = word.split(PARTS).filter((part) => part !== '');
      const whole = word.replaceAll(HALF_SPACE, '').replace(/^[.:-]+|[.:-]+$/g, '');
      return parts.length > 1 ? [whole, ...parts] : parts;
    });
}

/** The words of a search: the parts of a code, and a Persian word as a whole. */
function queryWordsOf(text: string): string[] {
  return normaliseText(text)
    .replaceAll(HALF_SPACE, '')
    .split(QUERY_SEPARATORS)
    .filter((word) => word !== '');
}

export const searchOptions: Options<Found> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'address'],
  tokenize: wordsOf,
  processTerm: (term) => term,
  searchOptions: {
    tokenize: queryWordsOf,
    boost: { title: 3, heading: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
};

/**
 * Returns the best `limit` sections: first those with all words of the search, then those with some of them. A
 * question in a reader's own words has words that no section has.
 */
export function sectionsFor(index: MiniSearch<Found>, text: string, limit: number): readonly SearchResult[] {
  const withAll = index.search(text).slice(0, limit);
  if (withAll.length === limit) return withAll;
  const known = new Set(withAll.map(({ id }) => id as number));
  const withSome = index.search(text, { combineWith: 'OR' }).filter(({ id }) => !known.has(id as number));
  return [...withAll, ...withSome].slice(0, limit);
}
