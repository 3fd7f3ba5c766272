import { describe, expect, it } from '@jest/globals';
import { usageMonthBounds, usageMonthClosesAt, usageMonthOf } from './usage-month.js';

describe('the usage month', () => {
  it('begins at midnight in Tehran, not in UTC', () => {
    expect(usageMonthOf(new Date('2026-10-31T20:29:59.999Z'))).toBe('2026-10');
    expect(usageMonthOf(new Date('2026-10-31T20:30:00.000Z'))).toBe('2026-11');
  });

  // Instants have millisecond precision everywhere (Date, ISO text, facts), so these are the closest instants before
  // and after a boundary.
  it.each([
    ['2022-03-31T19:29:59.999Z', '2022-03'],
    ['2022-03-31T19:30:00.000Z', '2022-04'],
    ['2022-03-21T20:29:59.999Z', '2022-03'],
    ['2022-03-21T20:30:00.000Z', '2022-03'],
    ['2022-09-21T19:29:59.999Z', '2022-09'],
    ['2022-09-21T20:30:00.000Z', '2022-09'],
    ['2022-09-30T20:29:59.999Z', '2022-09'],
    ['2022-09-30T20:30:00.000Z', '2022-10'],
    ['2024-02-29T20:29:59.999Z', '2024-02'],
    ['2024-02-29T20:30:00.000Z', '2024-03'],
    ['2026-12-31T20:29:59.999Z', '2026-12'],
    ['2026-12-31T20:30:00.000Z', '2027-01'],
  ])('of %s is %s', (instant, month) => {
    expect(usageMonthOf(new Date(instant))).toBe(month);
  });

  it('ends where the next month begins, and closes an hour later', () => {
    for (let month = '2000-01'; month < '2031-01';) {
      const { startsAt, endsAt } = usageMonthBounds(month);
      expect([
        usageMonthOf(startsAt),
        usageMonthOf(new Date(startsAt.getTime() - 1)) < month,
        usageMonthOf(new Date(endsAt.getTime() - 1)),
      ]).toEqual([month, true, month]);
      expect(usageMonthClosesAt(month).getTime() - endsAt.getTime()).toBe(3_600_000);
      month = usageMonthOf(endsAt);
    }
  });

  it('respects the daylight saving time that Tehran had until 2022', () => {
    const march = usageMonthBounds('2022-03');
    expect([march.startsAt.toISOString(), march.endsAt.toISOString()]).toEqual([
      '2022-02-28T20:30:00.000Z',
      '2022-03-31T19:30:00.000Z',
    ]);
    const september = usageMonthBounds('2022-09');
    expect([september.startsAt.toISOString(), september.endsAt.toISOString()]).toEqual([
      '2022-08-31T19:30:00.000Z',
      '2022-09-30T20:30:00.000Z',
    ]);
  });
});
