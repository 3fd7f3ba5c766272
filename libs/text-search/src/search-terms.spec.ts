import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normaliseText, searchQuery, searchTerms, searchVector, textMatcher } from './search-terms.js';

/** Evaluates a query as PostgreSQL does, for the operators that `searchQuery` uses. `textMatcher` finds the same. */
function matches(text: string, query: string): boolean {
  const isMatch = matchesInPostgres(text, query);
  expect(textMatcher(query)?.(text) ?? false).toBe(isMatch);
  return isMatch;
}

function matchesInPostgres(text: string, query: string): boolean {
  const terms = searchTerms(text);
  const parsed = searchQuery(query, '');
  if (parsed === null) return false;
  const found = (literal: string) => {
    const [, term, prefix] = /^'([^']+)'(:\*)?$/.exec(literal)!;
    return terms.some((each) => (prefix === undefined ? each === term : each.startsWith(term!)));
  };
  return parsed.split(/ & (?![^(]*\))/).every(
    (word) =>
      /^\((.+) \| (.+)\)$/
        .exec(word)
        ?.slice(1)
        .some((side) => side.split(' & ').every(found)) ?? found(word),
  );
}

describe('searchTerms and searchQuery', () => {
  it.each([
    ['Arabic and Persian ye and kaf', 'شركة علي', 'شرکه علی'],
    ['Persian, Arabic and Latin digits', 'فاکتور ۱۴۰۵', 'فاكتور ١٤٠٥'],
    ['Latin digits for Persian ones', 'فاکتور ۱۴۰۵', '1405'],
    ['text with and without diacritics', 'مُحَمَّد', 'محمد'],
    ['alef with and without madda', 'آب و هوا', 'اب'],
    ['a half-space for a joined word', 'کتابها', 'کتاب‌ها'],
    ['a joined word for a half-space', 'کتاب‌ها', 'کتابها'],
    ['a space for a half-space', 'می‌خواهم', 'می خواهم'],
    ['a half-space for a space', 'می خواهم', 'می‌خواهم'],
    ['a joined word for a space', 'فاکتور های ماه', 'فاکتورهای'],
    ['the beginning of a word', 'صورت‌حساب', 'صورت'],
    ['Latin text in any case', 'Invoice INV-2041', 'invoice inv 2041'],
  ])('finds %s', (_name, text, query) => {
    expect(matches(text, query)).toBe(true);
  });

  it.each([
    ['a word that is missing', 'فاکتور آب', 'فاکتور برق'],
    ['the middle of a word', 'فاکتور', 'کتور'],
    ['words of which only one letter is equal', 'آب', 'ا'],
  ])('does not find %s', (_name, text, query) => {
    expect(matches(text, query)).toBe(false);
  });

  it('returns no query for a text without letters and digits', () => {
    expect(searchQuery(' %_*&|!() \u200c\u202e ', 'o1')).toBeNull();
  });

  it('takes time in proportion to the length of a text of combining marks', () => {
    expect(searchTerms(`a${'\u0316\u0301'.repeat(200_000)}b`)).toEqual(['ab']);
  });

  it('bounds the number of words of a query', () => {
    expect(searchQuery('word '.repeat(10_000), 'o1')!.split(' & ')).toHaveLength(16);
  });

  it('produces only quoted letters and digits for any text, so that no text can change the query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(searchQuery(text, 'o1') ?? "'none'").toMatch(
          /^[(]?'[\p{L}\p{N}]+'(:\*)?(( & | \| )?[()]?(?:'[\p{L}\p{N}]+'(:\*)?)?)*$/u,
        );
        expect(searchVector([text], 'o1')).toMatch(/^('[\p{L}\p{N}]+'( |$))*$/u);
      }),
    );
  });

  it('finds every word of a text by that word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const words = normaliseText(text).match(/[\p{L}\p{N}][\p{L}\p{N}]*/gu) ?? [];
        expect(words.filter((word) => !matches(text, word))).toEqual([]);
      }),
    );
  });
});
