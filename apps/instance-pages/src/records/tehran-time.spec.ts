import { describe, expect, it } from '@jest/globals';
import { momentInTehran, tehranFields } from './tehran-time.js';

describe('times in Tehran', () => {
  it.each([
    ['2026-11-20', '12:42', '2026-11-20T09:12:00.000Z'],
    ['2026-11-20', '00:00', '2026-11-19T20:30:00.000Z'],
    // Until 2022 Tehran had summer time.
    ['2021-07-01', '10:00', '2021-07-01T05:30:00.000Z'],
    ['2021-12-01', '10:00', '2021-12-01T06:30:00.000Z'],
  ])('%s %s is %s, and back', (date, time, moment) => {
    expect(momentInTehran(date, time)?.toISOString()).toBe(moment);
    expect(tehranFields(new Date(moment))).toEqual({ date, time });
  });

  it('has no moment for what is no date or time', () => {
    expect(momentInTehran('', '10:00')).toBeNull();
    expect(momentInTehran('2026-11-20', '')).toBeNull();
  });
});
