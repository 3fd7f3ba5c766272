import { describe, expect, it } from '@jest/globals';
import { dateProblem, isDate, jalaliDate } from './date.js';

describe('dates in requests', () => {
  it('are days of the Gregorian calendar from 1900 to 9999', () => {
    for (const text of ['1900-01-01', '2028-02-29', '9999-12-31']) expect([text, isDate(text)]).toEqual([text, true]);
    const rejected = [
      '0001-01-01',
      '1405-09-14',
      '1899-12-31',
      '10000-01-01',
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      '',
    ];
    for (const text of rejected) expect([text, isDate(text)]).toEqual([text, false]);
  });

  it.each([
    ['1405-09-14', '2026-12-05'],
    ['1405-01-01', '2026-03-21'],
    ['1403-12-30', '2025-03-20'],
    ['1404-07-01', '2025-09-23'],
  ])('suggest for the Jalali date %s the Gregorian date %s', (jalali, gregorian) => {
    const { hint, hint_fa } = dateProblem('/due_on', jalali);
    expect(hint).toBe(`${jalali} looks like a Jalali date. Dates are Gregorian: it is ${gregorian}`);
    expect(hint_fa).toContain(gregorian);
  });

  it('suggest nothing for a text that is no date of either calendar', () => {
    for (const value of ['0001-01-01', '1405-12-31', '1405-13-01', 'soon', 5])
      expect(dateProblem('/due_on', value).hint).toBeUndefined();
  });

  it('have a Jalali date', () => {
    const days = ['2026-11-28', '2026-03-20', '2026-03-21', '2025-03-20'];
    expect(days.map(jalaliDate)).toEqual(['1405-09-07', '1404-12-29', '1405-01-01', '1403-12-30']);
  });
});
