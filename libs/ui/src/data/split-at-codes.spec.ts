import { orderedTitle, splitAtCodes } from './split-at-codes.js';

describe('splitAtCodes', () => {
  it('separates a number with hyphens from the words around it', () => {
    expect(splitAtCodes('فاکتور INV-2026-0417: follow-up of PO-7.')).toEqual([
      'فاکتور ',
      'INV-2026-0417',
      ': follow-up of ',
      'PO-7',
      '.',
    ]);
    expect(splitAtCodes('Follow-up with the supplier')).toEqual(['Follow-up with the supplier']);
  });

  it.each([
    ['سررسید فاکتور ۱۴۰۵-۱۱۳۱ — باربری', '۱۴۰۵-۱۱۳۱'],
    ['برگشت از فروش ۱۴۰۵-۱۱۳۱-ب از باربری', '۱۴۰۵-۱۱۳۱-ب'],
    ['تلفن ۰۲۱-۸۸۷۷۶۶۵۵', '۰۲۱-۸۸۷۷۶۶۵۵'],
    ['فاکتور 1405-0988', '1405-0988'],
  ])('finds the code in %s', (title, code) => {
    expect(splitAtCodes(title)[1]).toBe(code);
  });

  it.each(['جلسهٔ ۳-۵ نفره', 'ساعت 10-12', 'تهران-تبریز', 'ماده ۲ - مورد اجاره'])('finds none in %s', (title) => {
    expect(splitAtCodes(title)).toEqual([title]);
  });

  it('leaves a code breakable that is too long for a narrow column', () => {
    const title = 'Session 0190aa11-2222-7333-8444-555566667777';
    expect(splitAtCodes(title)).toEqual([title]);
  });
});

describe('orderedTitle', () => {
  it('separates a number from the Latin name before it, in a title in Persian alone', () => {
    expect(orderedTitle('مبلغ فاکتور از Acme GmbH: ۴٬۸۳۹ یورو')).toBe('مبلغ فاکتور از Acme GmbH\u200f: ۴٬۸۳۹ یورو');
    expect(orderedTitle('Amount of Acme GmbH: 4,839')).toBe('Amount of Acme GmbH: 4,839');
  });
});
