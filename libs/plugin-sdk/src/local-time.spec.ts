import { describe, expect, it } from '@jest/globals';
import { dateIn, timeIn } from './local-time.js';

describe('times of an organisation', () => {
  it('reads the date from the clocks of the organisation', () => {
    // These clocks are 25 hours apart: there the date is never the same.
    const [first, last] = [dateIn('Pacific/Kiritimati'), dateIn('Pacific/Pago_Pago')];
    expect(first > last).toBe(true);
    expect(Date.parse(dateIn('Asia/Tehran', 7)) - Date.parse(dateIn('Asia/Tehran'))).toBe(7 * 86_400_000);
    expect(() => dateIn('Asia/Tehran', Number.NaN)).toThrow(RangeError);
  });

  it.each([
    ['Asia/Tehran', '2026-12-15', '2026-12-15T09:00:00+03:30'],
    ['America/St_Johns', '2026-12-15', '2026-12-15T09:00:00-03:30'],
    ['UTC', '2026-12-15', '2026-12-15T09:00:00+00:00'],
    // Clocks went forward at 2 o'clock there, which was 13 o'clock of the day before in UTC.
    ['Pacific/Auckland', '2026-09-27', '2026-09-27T09:00:00+13:00'],
    // Clocks went forward at 2 o'clock there, which was 10 o'clock in UTC: after 9 in UTC, and before 9 there.
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T09:00:00-07:00'],
  ])('writes 9 o’clock in %s with its offset', (zone, date, expected) => {
    expect(timeIn(zone, date, '09:00')).toBe(expected);
  });
});
