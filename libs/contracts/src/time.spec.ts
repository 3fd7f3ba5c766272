import { describe, expect, it } from '@jest/globals';
import { parseTime, timeProblem } from './time.js';

describe('times in requests', () => {
  it('are converted to UTC with milliseconds', () => {
    expect(parseTime('2026-11-22T08:30:00Z')).toBe('2026-11-22T08:30:00.000Z');
    expect(parseTime('2026-11-22T12:00:00.123456789+03:30')).toBe('2026-11-22T08:30:00.123Z');
  });

  it('need an offset, and fields that a Date and PostgreSQL can hold', () => {
    const rejected = [
      '2026-11-22T08:30:00',
      '2026-11-22 08:30:00Z',
      '0000-01-01T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-11-32T00:00:00Z',
      '2026-11-22T24:00:00Z',
      '2026-11-22T08:60:00Z',
      '2016-12-31T23:59:60Z',
      '2026-11-22T08:30:00+24:00',
      '2026-11-22T08:30:00.1234567890Z',
    ];
    expect(rejected.map(parseTime)).toEqual(rejected.map(() => null));
  });

  it('are on days that exist, from 1900 to 9999 in UTC', () => {
    expect(parseTime('2028-02-29T00:00:00Z')).toBe('2028-02-29T00:00:00.000Z');
    expect(parseTime('9999-12-31T23:59:59Z')).toBe('9999-12-31T23:59:59.000Z');
    const rejected = ['2026-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '1899-12-31T00:00:00Z'];
    for (const text of [...rejected, '9999-12-31T23:59:59-12:00'])
      expect([text, parseTime(text)]).toEqual([text, null]);
  });

  it('get a hint when they are Jalali', () => {
    expect(timeProblem('/starts_at', '1405-09-14T09:00:00+03:30')).toMatchObject({
      code: 'time',
      path: '/starts_at',
      hint: '1405-09-14 looks like a Jalali date. Dates are Gregorian: it is 2026-12-05',
    });
    expect(timeProblem('/starts_at', 'tomorrow').hint).toBeUndefined();
  });
});
