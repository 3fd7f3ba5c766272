import { describe, expect, it } from '@jest/globals';
import { excerptOf } from './excerpt.js';

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

  it('does not cut a character of two code units', () => {
    expect(excerptOf('😀'.repeat(500), 'x').isWellFormed()).toBe(true);
  });
});
