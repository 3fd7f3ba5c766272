import { expect, it } from '@jest/globals';
import { tehranDate, withDates, workingDay } from './working-days.js';

it('counts working days from Saturday to Wednesday, in both directions', () => {
  // 2026-11-25 is a Wednesday, 2026-11-26 a Thursday.
  expect([0, 1, 5, -3, -5].map((count) => workingDay('2026-11-25', count))).toEqual([
    '2026-11-25',
    '2026-11-28',
    '2026-12-02',
    '2026-11-22',
    '2026-11-18',
  ]);
  expect([0, 1, -1].map((count) => workingDay('2026-11-26', count))).toEqual([
    '2026-11-28',
    '2026-11-29',
    '2026-11-25',
  ]);
});

it('begins the day at midnight in Tehran', () => {
  expect([tehranDate(new Date('2026-11-21T20:29:59Z')), tehranDate(new Date('2026-11-21T20:30:00Z'))]).toEqual([
    '2026-11-21',
    '2026-11-22',
  ]);
});

it('writes dates of the Persian calendar into texts', () => {
  expect(withDates('تا {{day 0}} و {{day -1}}', '2026-11-22')).toBe('تا یکشنبه ۱ آذر ۱۴۰۵ و شنبه ۳۰ آبان ۱۴۰۵');
});
