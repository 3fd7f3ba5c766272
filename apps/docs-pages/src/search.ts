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
  /** Words that people type for it, in both languages (docs/guide/keywords.yaml). */
  readonly keywords: string;
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

/** Words of a question that are in any section, and so find none. */
const COMMON = new Set(
  normaliseText(
    `a an and any are as at be can could do does for from get has have how i if in is it its me my of on or our should
    that the their there they this to was we what when where which who why will with you your s
    از به با در را که و یا این آن ان چه چی چیست چطور چگونه چرا کجا کی آیا اگر من ما شما او می است هست نیست بود شد شود
    میشود میشوند باشد باید بشود برای بر تا هم کنم کنیم کنید کند کردم میکنم میکند میکنند دارد دارم دارند ها های یک`,
  ).split(QUERY_SEPARATORS),
);

/** The words of a search: the parts of a code, and a Persian word as a whole; common ones only if there is no other. */
function queryWordsOf(text: string): string[] {
  const words = normaliseText(text)
    .replaceAll(HALF_SPACE, '')
    .split(QUERY_SEPARATORS)
    .filter((word) => word !== '');
  const significant = words.filter((word) => !COMMON.has(word));
  return significant.length === 0 ? words : significant;
}

export const searchOptions: Options<Found> = {
  fields: ['title', 'heading', 'keywords', 'text'],
  storeFields: ['title', 'heading', 'address'],
  tokenize: wordsOf,
  processTerm: (term) => term,
  searchOptions: {
    tokenize: queryWordsOf,
    boost: { title: 3, heading: 2, keywords: 3 },
    // A single letter, as of C#, begins a word of nearly every section.
    prefix: (word, _position, words) => word.length > 1 || words.length === 1,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
};

/** Sections of one kind come first, at most so many: the others are as like them as one event is like the next. */
const MAX_OF_A_KIND = 3;

/**
 * Returns the best `limit` sections: first those with all words of the search, then those with some of them. A
 * question in a reader's own words has words that no section has. Of each kind at most three sections come before all
 * other kinds.
 */
export function sectionsFor(index: MiniSearch<Found>, text: string, limit: number): readonly SearchResult[] {
  const withAll = index.search(text);
  const known = new Set(withAll.map(({ id }) => id as number));
  const withSome = index.search(text, { combineWith: 'OR' }).filter(({ id }) => !known.has(id as number));
  const counts = new Map<string, number>();
  const [first, rest]: [SearchResult[], SearchResult[]] = [[], []];
  for (const found of [...withAll, ...withSome]) {
    const kind = kindOf(found['address'] as string);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    (count <= MAX_OF_A_KIND ? first : rest).push(found);
  }
  return [...first, ...rest].slice(0, limit);
}

/** The page of a section. The pages of an API, and those of the errors, are of one kind. */
function kindOf(address: string): string {
  const [, kind = address] = /^\/docs\/\w+\/(api\/\w+|errors|[^#]*)/.exec(address) ?? [];
  return kind;
}
