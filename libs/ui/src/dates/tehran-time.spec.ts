import { describe, expect, it } from '@jest/globals';
import { momentInTehran, tehranFields, tehranTimeOfDay, wireMoment, wireTimeOfDay } from './tehran-time.js';

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

  it('writes no moment for a time that the clock never shows', () => {
    expect(wireMoment('2026-11-20', '12:42')).toBe('2026-11-20T09:12:00.000Z');
    expect(wireMoment('2026-11-20', '')).toBe('2026-11-20T');
    // Summer time began at midnight.
    expect(wireMoment('2022-03-22', '00:30')).toBe('2022-03-22T00:30');
    expect(momentInTehran('2022-03-22', '00:00')?.toISOString()).toBe('2022-03-21T20:30:00.000Z');
  });

  it('reads a time of day with any offset, and writes the offset of Tehran', () => {
    const today = new Date('2026-11-20T21:00:00Z');
    expect(tehranTimeOfDay('08:12:00Z', today)).toBe('11:42');
    expect(tehranTimeOfDay('11:42:00+03:30', today)).toBe('11:42');
    expect(tehranTimeOfDay('noon', today)).toBe('');
    expect(wireTimeOfDay('11:42', today)).toBe('11:42:00+03:30');
    expect(wireTimeOfDay('11:42', new Date('2021-07-01T00:00:00Z'))).toBe('11:42:00+04:30');
  });
});
