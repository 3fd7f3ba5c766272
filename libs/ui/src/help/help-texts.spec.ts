import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { persianProblems } from '../../../../tools/generate/pages/persian-terms.js';
import { english } from './help-texts-en.js';
import { persian } from './help-texts-fa.js';

const languages = [
  ['en', english],
  ['fa', persian],
] as const;

describe('the help of the pages', () => {
  it.each(languages)('leads to the section that says more: %s', (language, texts) => {
    const guide = readFileSync(new URL(`../../../../docs/guide/${language}/terms.md`, import.meta.url), 'utf8');
    const sections = [...guide.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    const { more: _more, ...terms } = texts;
    expect(Object.values(terms).map(({ section }) => section)).toEqual(sections);
  });

  it('uses the Persian words of the product', () => {
    expect(persianProblems(JSON.stringify(persian))).toEqual([]);
  });
});
