import { describe, expect, it } from '@jest/globals';
import { Refused } from '@kushk/edge';
import { closableMonths, latestMonths, usageMonth } from './usage-month.js';

function refusalOf(month: string, now: string): Refused {
  try {
    usageMonth(month, new Date(now));
  } catch (error) {
    if (error instanceof Refused) return error;
  }
  throw new Error('it was accepted');
}

describe('latestMonths', () => {
  it('ends with the current month in Tehran and crosses the year', () => {
    expect(latestMonths(3, new Date('2026-12-31T20:30:00Z'))).toEqual(['2026-11', '2026-12', '2027-01']);
  });
});

describe('usageMonth', () => {
  it('defaults to the current month in Tehran', () => {
    expect(usageMonth(null, new Date('2026-11-30T20:29:59Z'))).toBe('2026-11');
    expect(usageMonth(null, new Date('2026-11-30T20:30:00Z'))).toBe('2026-12');
  });

  it('accepts months from 2000-01 to the current one', () => {
    const now = new Date('2026-11-20T00:00:00Z');
    expect(usageMonth('2000-01', now)).toBe('2000-01');
    expect(usageMonth('2026-11', now)).toBe('2026-11');
    expect(refusalOf('2026-12', now.toISOString())).toMatchObject({
      code: 'usage.month_in_future',
      params: { current: '2026-11' },
    });
  });

  it.each([
    ['1405-08', '2026-10'],
    ['1405-01', '2026-03'],
    ['1405-10', '2026-12'],
    ['1405-11', '2027-01'],
    ['1405-12', '2027-02'],
    ['1399-09', '2020-11'],
  ])('rejects the Jalali month %s and suggests the Gregorian month %s', (jalali, gregorian) => {
    expect(refusalOf(jalali, '2026-11-20T00:00:00Z').params['hint']).toContain(gregorian);
  });

  it.each(['2026-13', '2026-00', '26-01', '2026/01', '۲۰۲۶-۰۱', '', '1999-12', '2026-1', '-2026-01', '2026-01-01'])(
    'rejects the month %j',
    (text) => {
      expect(refusalOf(text, '2026-11-20T00:00:00Z').code).toBe('usage.month_invalid');
    },
  );
});

describe('closableMonths', () => {
  it.each([
    ['2026-11-20T00:00:00Z', ['2026-08', '2026-09', '2026-10']],
    ['2026-10-31T20:30:00Z', ['2026-08', '2026-09']],
    ['2026-10-31T21:29:59.999Z', ['2026-08', '2026-09']],
    ['2026-10-31T21:30:00Z', ['2026-08', '2026-09', '2026-10']],
    // Daylight saving time ended in September 2022, so that month is an hour longer.
    ['2022-09-30T21:29:59.999Z', ['2022-07', '2022-08']],
    ['2022-09-30T21:30:00Z', ['2022-07', '2022-08', '2022-09']],
    ['2022-03-31T20:30:00Z', ['2022-01', '2022-02', '2022-03']],
  ])('at %s returns the months %j', (at, months) => expect(closableMonths(new Date(at))).toEqual(months));
});
