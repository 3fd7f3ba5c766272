import { describe, expect, it } from '@jest/globals';
import { formatDate } from './format-date.js';

const tehran = { language: 'fa', calendar: 'jalali', timeZone: 'Asia/Tehran', numerals: 'arabext' } as const;
const english = { ...tehran, language: 'en', numerals: 'latn' } as const;

describe('formatDate', () => {
  it('writes Persian dates in the order of Persian', () => {
    const format = (style: 'short' | 'long' | 'full') => formatDate('2026-11-20', style, tehran);
    expect([format('short'), format('long'), format('full')]).toEqual([
      '۱۴۰۵/۰۸/۲۹',
      '۲۹ آبان ۱۴۰۵',
      'جمعه، ۲۹ آبان ۱۴۰۵',
    ]);
    expect(formatDate('2026-11-20', 'full', { ...tehran, calendar: 'gregorian' })).toBe('جمعه، ۲۰ نوامبر ۲۰۲۶');
  });

  it('writes English dates without an era', () => {
    expect(formatDate('2026-11-20', 'long', english)).toBe('Aban 29, 1405');
    expect(formatDate('2026-11-20', 'full', { ...english, calendar: 'gregorian' })).toBe('Friday, November 20, 2026');
  });

  it('moves a time to the time zone, and a day never', () => {
    const lateInTehran = new Date('2026-11-20T21:00:00Z');
    expect(formatDate(lateInTehran, 'short', tehran)).toBe('۱۴۰۵/۰۸/۳۰');
    expect(formatDate('2026-11-20', 'short', { ...tehran, timeZone: 'America/Los_Angeles' })).toBe('۱۴۰۵/۰۸/۲۹');
  });

  it('rejects what is no date', () => {
    expect(() => formatDate('soon', 'short', tehran)).toThrow(expect.objectContaining({ code: 'bad_params' }));
  });
});
