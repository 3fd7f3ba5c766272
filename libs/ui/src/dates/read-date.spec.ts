import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numericDay } from './dates.js';
import { readDate, readTime } from './read-date.js';

const languages = ['fa', 'en'] as const;
const DAY_MS = 86_400_000;
/** Gregorian days of the Jalali years 1280 to 1560. */
const days = fc
  .integer({ min: Date.UTC(1901, 3, 1) / DAY_MS, max: Date.UTC(2181, 2, 1) / DAY_MS })
  .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));

describe('readDate', () => {
  it.each([
    ['۱۴۰۵/۸/۲۹', '2026-11-20'],
    ['1405/08/29', '2026-11-20'],
    ['١٤٠٥/٨/٢٩', '2026-11-20'],
    ['1405-8-29', '2026-11-20'],
    ['1405.8.29', '2026-11-20'],
    ['1405 8 29', '2026-11-20'],
    ['\u200f۱۴۰۵ / ۸ / ۲۹', '2026-11-20'],
    ['29/8/1405', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['۲۰۲۶−۱۱−۲۰', '2026-11-20'],
    ['２０２６/11/20', '2026-11-20'],
    ['1403/12/30', '2025-03-20'],
    ['1404/12/29', '2026-03-20'],
    ['2024-02-29', '2024-02-29'],
  ])('reads %j as %s in both languages', (text, date) => {
    expect(languages.map((language) => readDate(text, language))).toEqual([{ value: date }, { value: date }]);
  });

  it.each([
    '1404/12/30',
    '1405/7/31',
    '1405/13/1',
    '1405/0/1',
    '1405/1/0',
    '1405/1/32',
    '2026-02-29',
    '2026/13/1',
    '2026-04-31',
  ])('finds no day %j in its calendar', (text) => {
    for (const language of languages) expect(readDate(text, language)).toEqual({ problem: 'dates.no_day' });
  });

  it.each([
    '',
    '05/8/29',
    '1/2/3',
    '405/8/29',
    '1405/8',
    '1405/8/',
    '1405/8-29',
    '14050829',
    '2026-11-20T10:00',
    '0000/1/1',
    '1100/1/1',
  ])('does not guess what %j means', (text) => {
    for (const language of languages) expect(readDate(text, language)).toEqual({ problem: 'dates.wrong' });
  });

  it('reads a Gregorian year at the end with the day first, and only on English pages', () => {
    expect(readDate('03/04/2026', 'en')).toEqual({ value: '2026-04-03' });
    expect(readDate('11/20/2026', 'en')).toEqual({ problem: 'dates.no_day' });
    expect(readDate('03/04/2026', 'fa')).toEqual({ problem: 'dates.wrong' });
  });

  it('reads what is shown, in either language and with any of the separators', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...languages),
        fc.constantFrom('/', '-', '.', ' ', ' / '),
        (date, language, sign) => {
          expect(readDate(numericDay(date, language).replaceAll('/', sign), language)).toEqual({ value: date });
          expect(readDate(date, language)).toEqual({ value: date });
        },
      ),
    );
  });

  it('shows the numbers that were typed, or refuses them', () => {
    const typed = fc
      .tuple(fc.integer({ min: 1280, max: 1560 }), fc.nat(14), fc.nat(33))
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(typed, (text) => {
        const reading = readDate(text, 'fa');
        if ('value' in reading) expect(readDate(numericDay(reading.value, 'fa'), 'fa')).toEqual(reading);
        expect('value' in reading ? numericDay(reading.value, 'fa') : 'dates.no_day').toBe(
          'value' in reading ? text.replaceAll(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!) : reading.problem,
        );
      }),
    );
  });
});

describe('readTime', () => {
  it.each([
    ['۸:۳۰', '08:30'],
    ['08:30', '08:30'],
    ['\u200f۲۳٫۵۹', '23:59'],
    ['0.00', '00:00'],
  ])('reads %j as %s', (text, time) => {
    expect(readTime(text)).toBe(time);
  });

  it.each(['', '8', '24:00', '12:60', '12:5', '8:30 pm', '12:30:15', '1230'])(
    'does not guess what %j means',
    (text) => {
      expect(readTime(text)).toBeNull();
    },
  );
});
