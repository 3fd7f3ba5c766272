import { describe, expect, it } from '@jest/globals';
import { resolveTimes, zoneOf } from './tool-times.js';

const times = { from: 'start', to: 'end' } as const;
const resolve = (given: { readonly from?: string; readonly to?: string }, timezone = 'Asia/Tehran') =>
  resolveTimes({ times }, given, timezone);
const problemOf = (from: string): string => {
  const result = resolve({ from });
  return 'problems' in result ? result.problems.map(({ path, message }) => `${path} ${message}`).join('; ') : 'none';
};

describe('a time in the arguments of a tool', () => {
  it('is a date, which stands for its start or its end in the time zone of the organisation', () => {
    expect(resolve({ from: '2026-11-28', to: '2026-11-28' })).toEqual({
      resolved: { from: '2026-11-27T20:30:00.000Z', to: '2026-11-28T20:30:00.000Z' },
    });
  });

  it('is a time with its offset', () => {
    expect(resolve({ from: '2026-11-28T09:00:00+03:30', to: '2026-11-28T06:00:00Z' })).toEqual({
      resolved: { from: '2026-11-28T05:30:00.000Z', to: '2026-11-28T06:00:00.000Z' },
    });
  });

  it('is a day as long as the clocks of its zone make it', () => {
    expect(resolve({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')).toEqual({
      resolved: { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' },
    });
  });

  it.each([
    ['1405-09-10', '/from 1405-09-10 looks like a Jalali date. Dates are Gregorian: it is 2026-12-01'],
    ['۱۴۰۵/۹/۱۰', '/from 1405-09-10 looks like a Jalali date. Dates are Gregorian: it is 2026-12-01'],
    ['2026/11/28', '/from must be a date or a time with its offset: 2026-11-28'],
    ['2026-11-28 09:00', '/from must be a date or a time with its offset: 2026-11-28T09:00:00+03:30'],
    ['2026-11-28T09:00:00', '/from must be a date or a time with its offset: 2026-11-28T09:00:00+03:30'],
    ['2026-11-28T09:00Z', '/from must be a date or a time with its offset: 2026-11-28T09:00:00Z'],
    ['2026-02-30', '/from is no date or time that exists, such as 2026-11-28 or 2026-11-28T09:00:00+03:30'],
    ['tomorrow', '/from is no date or time that exists, such as 2026-11-28 or 2026-11-28T09:00:00+03:30'],
  ])('that is %s is rejected in one sentence, with the value that it means', (value, expected) => {
    expect(problemOf(value)).toBe(expected);
  });

  it('must be before the end of the period', () => {
    expect(resolve({ from: '2026-11-29', to: '2026-11-28' })).toEqual({
      problems: [{ path: '/to', message: 'must be after from' }],
    });
  });

  it('is in UTC for an organisation with a zone that does not exist', () => {
    expect(zoneOf('Tehran')).toBe('utc');
    expect(resolve({ from: '2026-11-28' }, 'Tehran')).toEqual({ resolved: { from: '2026-11-28T00:00:00.000Z' } });
  });
});
