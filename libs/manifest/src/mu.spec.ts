import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatMu, MAX_MICRO_MU, parseMu, ratesMicroMu } from './index.js';

describe('an amount of MU', () => {
  it('is unchanged after formatting and parsing', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MAX_MICRO_MU), (micro) => {
        const text = formatMu(micro);
        expect(parseMu(text)).toBe(micro);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['0', 0n],
    ['12.5', 12_500_000n],
    ['12.500000', 12_500_000n],
    ['0.000001', 1n],
    ['9223372036854.775807', MAX_MICRO_MU],
  ])('is parsed from %s to %d micro-MU', (text, micro) => {
    expect(parseMu(text)).toBe(micro);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1.',
    '.5',
    '01',
    '1e3',
    '1,5',
    '0.0000001',
    '۱۲',
    '9223372036854.775808',
    '99999999999999999999',
    '1\n',
    'NaN',
  ])('is not parsed from the text %j', (text) => {
    expect(parseMu(text)).toBeNull();
  });

  it('has a sign only below zero', () => {
    expect([formatMu(0n), formatMu(-1_500_000n), formatMu(-1n)]).toEqual(['0', '-1.5', '-0.000001']);
  });

  it('is calculated from the rates of a plan', () => {
    expect(ratesMicroMu({ rates: { 'ocr.page': '0.25', 'mail.sent': '1000000' } })).toEqual({
      'ocr.page': 250_000n,
      'mail.sent': 1_000_000_000_000n,
    });
    expect(() => ratesMicroMu({ rates: { 'ocr.page': 'free' } })).toThrow(RangeError);
  });
});
