import { describe, expect, it } from '@jest/globals';
import { eventsByDay, firstTimes, isOnDay, monthOf } from './month.js';

describe('a month', () => {
  it('is Jalali in Persian, its weeks begin on Saturday', () => {
    const aban = monthOf('2026-11-05', 'fa');
    // 1 Aban 1405 is a Friday, 30 Aban a Saturday.
    expect(aban).toMatchObject({ first: '2026-10-23', previous: '2026-09-23', next: '2026-11-22' });
    expect(aban.weeks[0]?.map(({ number }) => number)).toEqual([25, 26, 27, 28, 29, 30, 1]);
    expect(aban.weeks.flat().filter(({ isInMonth }) => isInMonth)).toHaveLength(30);
  });

  it('is Gregorian in English, its weeks begin on Monday', () => {
    const november = monthOf('2026-11-05', 'en');
    expect(november).toMatchObject({ first: '2026-11-01', previous: '2026-10-01', next: '2026-12-01' });
    expect(november.weeks[0]?.map(({ number }) => number)).toEqual([26, 27, 28, 29, 30, 31, 1]);
  });

  it('proposes the next full hour for a new event, and a morning of another month', () => {
    const now = new Date('2026-11-05T10:10:00Z');
    const span = { starts_at: '2026-11-05T10:30:00.000Z', ends_at: '2026-11-05T11:30:00.000Z' };
    expect(firstTimes(monthOf('2026-11-05', 'en'), now)).toEqual(span);
    expect(firstTimes(monthOf('2026-12-05', 'en'), now).starts_at).toBe('2026-12-01T05:30:00.000Z');
  });

  it('begins and ends at midnight in Tehran', () => {
    expect(monthOf('2026-11-05', 'en')).toMatchObject({
      from: '2026-10-25T20:30:00.000Z',
      to: '2026-12-06T20:30:00.000Z',
    });
  });

  it('goes over the end of a year', () => {
    expect(monthOf('2027-03-15', 'fa')).toMatchObject({ next: '2027-03-21', previous: '2027-01-21' });
  });
});

describe('an event', () => {
  const event = (starts_at: string, ends_at: string) => ({ id: 'cal_1', starts_at, ends_at });

  it('is on its day in Tehran', () => {
    const late = event('2026-11-19T21:00:00Z', '2026-11-19T22:00:00Z');
    expect([isOnDay(late, '2026-11-19'), isOnDay(late, '2026-11-20')]).toEqual([false, true]);
  });

  it('is on each of several days, and not on the day at whose beginning it ends', () => {
    const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
    const long = event('2026-11-19T08:00:00Z', '2026-11-21T20:30:00Z');
    expect(eventsByDay(days, [long]).map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  });
});
