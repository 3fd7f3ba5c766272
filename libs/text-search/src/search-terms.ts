/**
 * Persian-aware text search: turns text into the terms that PostgreSQL indexes, and a search text into a query over
 * them. Text and query go through the same normalisation, so spelling variants of Persian match each other: Arabic and
 * Persian letters, both kinds of digits, diacritics, and words that are written joined, with a half-space or with a
 * space (docs/reference/platform-records.md).
 */

/** Longer words are cut, because an index entry must stay small. */
const MAX_TERM_CODE_UNITS = 64;
/**
 * Further terms are not indexed. Each costs an index entry, and PostgreSQL rejects a row whose terms have more than
 * 1 MiB. The longest document of ordinary Persian text has half of this.
 */
const MAX_VECTOR_BYTES = 400_000;
/** Further words of a query are ignored: each one costs an index scan. */
const MAX_QUERY_WORDS = 16;
/** The zero-width non-joiner, which Persian uses as a half-space. */
export const HALF_SPACE = '\u200C';

const SAME_LETTERS: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ې: 'ی',
  ك: 'ک',
  ة: 'ه',
  ە: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
};
/** Diacritics, and the kashida, which only makes a word longer. */
const MARKS = /[\p{M}\u0640]/gu;
const VARIANTS = new RegExp(`[${Object.keys(SAME_LETTERS).join('')}]`, 'g');

/** Prefixes and suffixes that Persian writers join to a word, or separate by a half-space or a space. */
const PREFIXES = new Set(['می', 'نمی']);
const SUFFIXES = new Set(
  'ها های هایی هایم هایت هایش هایمان هایتان هایشان تر تری ترین ام ات اش ای ایم اید اند مان تان شان'.split(' '),
);

/** Returns the text in one spelling: lower case, without diacritics, with Persian letters and Latin digits. */
export function normaliseText(text: string): string {
  // Marks are removed before the decomposition as well: its time is the square of the number of marks after a letter.
  return text
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(VARIANTS, (letter) => SAME_LETTERS[letter]!)
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase();
}

/**
 * Returns the distinct terms under which a text is found: its words, the parts of words that have a half-space, and a
 * word joined with its prefix or suffix where they are separated by a space.
 */
export function searchTerms(text: string): readonly string[] {
  const terms = new Set<string>();
  let previous: string | null = null;
  for (const { joined, parts } of wordsOf(text)) {
    terms.add(cut(joined));
    if (parts.length > 1) for (const part of parts) terms.add(cut(part));
    if (previous !== null && (PREFIXES.has(previous) || SUFFIXES.has(joined))) terms.add(cut(previous + joined));
    previous = joined;
  }
  return [...terms];
}

/**
 * Returns the terms as a literal of PostgreSQL's type `tsvector`. Terms contain only letters and digits. Each begins
 * with `prefix`, so that texts with different prefixes share no part of the index.
 */
export function searchVector(texts: readonly (string | null)[], prefix: string): string {
  const literals: string[] = [];
  let bytes = 0;
  for (const term of searchTerms(texts.filter((text) => text !== null).join('\n'))) {
    bytes += Buffer.byteLength(term) + prefix.length;
    if (bytes > MAX_VECTOR_BYTES) break;
    literals.push(`'${prefix}${term}'`);
  }
  return literals.join(' ');
}

/**
 * Returns a search text as a literal of PostgreSQL's type `tsquery`: every word must occur, as a whole word or as the
 * beginning of one. Finds only texts with the same `prefix`. Returns null when the text contains no letter and no
 * digit; nothing matches it then.
 */
export function searchQuery(text: string, prefix: string): string | null {
  const words = [...wordsOf(text)].slice(0, MAX_QUERY_WORDS);
  if (words.length === 0) return null;
  return words.map(({ joined, parts }) => wordQuery(joined, parts, prefix)).join(' & ');
}

/** Returns the terms of a search text: a text matches at words that begin with one of them. */
export function queryTerms(text: string): readonly string[] {
  return [...wordsOf(text)].slice(0, MAX_QUERY_WORDS).flatMap(({ joined, parts }) => [cut(joined), ...parts.map(cut)]);
}

function wordQuery(joined: string, parts: readonly string[], prefix: string): string {
  const whole = termQuery(joined, prefix);
  return parts.length === 1 ? whole : `(${whole} | ${parts.map((part) => termQuery(part, prefix)).join(' & ')})`;
}

/**
 * Returns a function that finds the same texts as `searchQuery`. Null when the search text contains no letter and no
 * digit; nothing matches it then.
 */
export function textMatcher(text: string): ((searched: string) => boolean) | null {
  const words = [...wordsOf(text)].slice(0, MAX_QUERY_WORDS);
  if (words.length === 0) return null;
  return (searched) => {
    const terms = searchTerms(searched);
    const isFound = (word: string): boolean => {
      const wanted = cut(word);
      return terms.some((term) => ([...wanted].length === 1 ? term === wanted : term.startsWith(wanted)));
    };
    return words.every(({ joined, parts }) => isFound(joined) || (parts.length > 1 && parts.every(isFound)));
  };
}

/** A single letter matches only itself: as a beginning it would match a large part of all words. */
function termQuery(word: string, prefix: string): string {
  const term = cut(word);
  return [...term].length === 1 ? `'${prefix}${term}'` : `'${prefix}${term}':*`;
}

function* wordsOf(text: string): Generator<{ readonly joined: string; readonly parts: readonly string[] }> {
  for (const [word] of normaliseText(text).matchAll(/[\p{L}\p{N}][\p{L}\p{N}\u200C]*/gu)) {
    const parts = word.split(HALF_SPACE).filter((part) => part !== '');
    yield { joined: parts.join(''), parts };
  }
}

/** Cuts between code points, because PostgreSQL stores no half of a surrogate pair. */
function cut(term: string): string {
  if (term.length <= MAX_TERM_CODE_UNITS) return term;
  const end = term.codePointAt(MAX_TERM_CODE_UNITS - 1)! > 0xffff ? MAX_TERM_CODE_UNITS - 1 : MAX_TERM_CODE_UNITS;
  return term.slice(0, end);
}
