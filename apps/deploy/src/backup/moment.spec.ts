import { describe, expect, it } from '@jest/globals';
import { momentText, parseMoment } from './moment.js';

describe('parseMoment', () => {
  it.each([
    ['2026-11-27T20:30:00Z', '2026-11-27T20:30:00.000Z'],
    ['2026-11-28T00:00:00+03:30', '2026-11-27T20:30:00.000Z'],
    ['2026-11-28 00:00', '2026-11-27T20:30:00.000Z'],
    ['2026-07-01T00:00:00.5', '2026-06-30T20:30:00.500Z'],
    ['2020-07-01 00:00:00', '2020-06-30T19:30:00.000Z'],
  ])('reads %s, without a zone as the time in Tehran', (text, moment) => {
    expect(parseMoment(text)?.toISOString()).toBe(moment);
  });

  it.each(['yesterday', '2026-11-27', '20:30', '2026-13-40T00:00:00Z', '2026-99-99 00:00', '2026-11-27T25:00'])(
    'rejects %s',
    (text) => {
      expect(parseMoment(text)).toBeNull();
    },
  );
});

describe('momentText', () => {
  it('has the time in Tehran', () => {
    expect(momentText(new Date('2026-11-27T20:30:00Z'))).toBe('2026-11-27T20:30:00.000Z (00:00:00 in Tehran)');
  });
});
