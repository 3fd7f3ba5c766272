import { describe, expect, it } from '@jest/globals';
import { EXCERPTED_CHARACTERS, excerptOf, firstWordsOf } from './excerpt.js';

const filler = 'متن بی‌ربط '.repeat(40);

describe('excerptOf', () => {
  it('shows the words around the first match, in the spelling of the text', () => {
    const excerpt = excerptOf(`${filler}شمارهٔ فاكتور ۱۴۰۵ است. ${filler}`, 'فاکتور');
    expect(excerpt).toContain('شمارهٔ فاكتور ۱۴۰۵ است.');
    expect(excerpt.length).toBeLessThanOrEqual(240);
  });

  it.each([
    ['a part after a half-space', 'کتاب‌خانه', 'خانه'],
    ['another form of the first letter', 'كتاب ﻛﺘﺎﺏ', 'کتاب'],
    ['a first letter with a diacritic', 'آب', 'اب'],
  ])('shows a match at %s', (_name, word, query) => {
    expect(excerptOf(`${filler}${word} ${filler}`, query)).toContain(word);
  });

  it('shows the beginning of a text when only the title matched', () => {
    expect(excerptOf(`گزارش ${filler}`, 'قرارداد')).toMatch(/^گزارش متن/);
  });

  it('consists of whole words, half-spaces included, with an ellipsis where text was left off', () => {
    const words = Array.from({ length: 90 }, (_, at) => `نمی‌خواهم${'ا'.repeat(at % 5)}`);
    words[45] = 'فاکتور';
    const excerpt = excerptOf(words.join(' '), 'فاکتور');
    const shown = excerpt.slice(1, -1).split(' ');
    expect(excerpt).toBe(`…${shown.join(' ')}…`);
    expect(words.join(' ')).toContain(` ${shown.join(' ')} `);
    expect(shown).toContain('فاکتور');
    expect(excerpt.length).toBeLessThanOrEqual(240);
  });

  it('has no ellipsis where nothing was left off', () => {
    expect(excerptOf(' شمارهٔ فاکتور \n', 'فاکتور')).toBe('شمارهٔ فاکتور');
    expect(excerptOf(`${filler}فاکتور`, 'فاکتور')).toMatch(/^….*فاکتور$/);
    expect(excerptOf(`فاکتور ${filler}`, 'فاکتور')).toMatch(/^فاکتور.*[^\s]…$/);
  });

  it('does not end in a word that the query may have cut', () => {
    const text = `فاکتور ${'متن '.repeat(EXCERPTED_CHARACTERS)}`.slice(0, EXCERPTED_CHARACTERS - 2) + 'نم';
    expect(excerptOf(text, 'چیزی')).toMatch(/متن…$/);
    expect(excerptOf(text.slice(-230), 'متن')).toMatch(/نم$/);
  });

  it('shows the match in a word that is longer than an excerpt', () => {
    expect(excerptOf(`see https://example.com/?${'a=1&'.repeat(90)}`, 'example')).toContain('https://example.com/');
  });

  it('does not cut a character of several code points', () => {
    const family = '👨‍👩‍👧';
    expect(excerptOf(family.repeat(500), 'x').slice(0, -1).replaceAll(family, '')).toBe('');
  });
});

describe('firstWordsOf', () => {
  it('returns at most so many characters, and says whether more follow', () => {
    expect(firstWordsOf('سارا گزارش هفتگی می‌خواهد', 100)).toBe('سارا گزارش هفتگی می‌خواهد');
    expect(firstWordsOf('سارا گزارش هفتگی می‌خواهد', 22)).toBe('سارا گزارش هفتگی…');
  });
});
