import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { moneyProblem, persianProblems, PERSIAN_TERMS } from './persian-terms.js';

const root = resolve(import.meta.dirname, '../../..');

describe('the Persian words', () => {
  it('are one for one thing', () => {
    expect(persianProblems('این نسخه را گرداننده متوقف کرده است')).toEqual([
      '«گرداننده» is not used, «اپراتور» is the word for operator',
    ]);
    expect(persianProblems('این نسخه را اپراتور متوقف کرده است')).toEqual([]);
    for (const { fa, not } of PERSIAN_TERMS) expect(fa).not.toMatch(not);
  });

  it('are words for people', () => {
    expect(persianProblems('باید string باشد')).toEqual(['string is no word for people']);
    expect(persianProblems('به نقش admin نیاز دارد')).toEqual(['admin is no word for people']);
  });

  it('name what the English label of MU names', () => {
    expect(moneyProblem('operator.usage.purchased', { en: 'Purchased', fa: 'از خرید' })).toBe(
      '“Purchased” is «خرید», not «از خرید»',
    );
    expect(moneyProblem('operator.usage.purchased', { en: 'Purchased', fa: 'خرید' })).toBeNull();
    expect(moneyProblem('wallet.entry.hold', { en: 'Blocked', fa: 'رزرو' })).toBe(
      '“Blocked” has no Persian word in MONEY',
    );
  });

  it.each([
    'libs/edge/src/codes.ts',
    'libs/edge/src/service-codes.ts',
    'libs/edge/src/detail.ts',
    'docs/guide/errors.yaml',
  ])('are used in %s, too', (file) => {
    const lines = readFileSync(resolve(root, file), 'utf8').split('\n');
    const refused = lines.flatMap((line, at) =>
      PERSIAN_TERMS.filter(({ not, isOfPages }) =>
        isOfPages !== true || !DEVELOPERS.test(file) ? not.test(line) : false,
      ).map(({ fa }) => `${at + 1}: ${fa}`),
    );
    expect(refused).toEqual([]);
  });
});

/** Says to developers what a schema is, among other things. */
const DEVELOPERS = /errors\.yaml$/;
