import { describe, expect, it } from '@jest/globals';
import type { Case } from '@kushk/plugin-sdk';
import { findCase } from './find-case.js';

/** Every case is found by every query, as in a search by the beginnings of words. */
const among = (...titles: string[]) => ({
  cases: () =>
    Promise.resolve({
      items: titles.map((title) => ({ id: title, title, description: null }) as Case),
      next_cursor: null,
    }),
});
const invoice = {
  number: '1405-102',
  order_reference: null,
  buyer_reference: 'بخش ۷',
  corrects: null,
  supplier: { id: null, name: null },
};

describe('findCase', () => {
  it('finds the case that contains a reference, in either kind of digits and with any separator', async () => {
    expect(await findCase(among('کاغذ ۱۴۰۵/۱۰۲', 'other'), invoice)).toEqual({ caseId: 'کاغذ ۱۴۰۵/۱۰۲' });
    expect(await findCase(among('خرید بخش 7', 'other'), invoice)).toEqual({ caseId: 'خرید بخش 7' });
  });

  it('ignores a case whose reference only begins like that of the invoice', async () => {
    const longer = among('کاغذ 1405-1024', 'بخش ۷۲');
    expect(await findCase(longer, invoice)).toEqual({ caseId: null, reason: 'no open case matches' });
  });

  it('decides nothing when several cases contain the reference', async () => {
    const several = among('a 1405-102', 'b 1405-102');
    expect(await findCase(several, invoice)).toEqual({ caseId: null, reason: 'several open cases match' });
  });
});
