import { describe, expect, it } from '@jest/globals';
import { parseTime } from './time.js';

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

  it('are dates that exist, or roll over as in a Date', () => {
    expect(parseTime('2026-02-30T00:00:00Z')).toBe('2026-03-02T00:00:00.000Z');
  });
});
