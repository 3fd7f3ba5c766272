import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { add, equal, formatDecimal, parseDecimal, subtract, ZERO } from './decimal.js';
import { comparable } from './text.js';

const canonical = (text: string): string | null => {
  const decimal = parseDecimal(text);
  return decimal === null ? null : formatDecimal(decimal);
};

describe('decimals', () => {
  it.each([
    ['12.50', '12.5'],
    ['0012', '12'],
    ['-0.00', '0'],
    ['+3', '3'],
    ['۱٬۲۳۴٫۵۰', '1234.5'],
    ['١٢٣٤٫٥', '1234.5'],
    ['1,234,567', '1234567'],
    ['−5', '-5'],
    ['0.000001', '0.000001'],
    ['', null],
    ['1.', null],
    ['.5', null],
    ['1e3', null],
    ['1,23', null],
    ['12,345,67', null],
    ['NaN', null],
    ['0x10', null],
    ['1 000', null],
    ['1.2.3', null],
    ['9'.repeat(41), null],
  ])('are parsed from a string: %s becomes %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it('are exact where floating-point arithmetic is not', () => {
    const sum = Array.from({ length: 10 }, () => parseDecimal('0.1') ?? ZERO).reduce(add, ZERO);
    expect(formatDecimal(sum)).toBe('1');
  });

  it('keep their value after any decimal is added and subtracted', () => {
    const decimals = fc.record({
      units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      scale: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(
        decimals,
        decimals,
        (left, right) =>
          equal(subtract(add(left, right), right), left) && canonical(formatDecimal(left)) === formatDecimal(left),
      ),
    );
  });
});

describe('the comparable form of a text', () => {
  it('ignores Persian or Arabic variants of letters and digits, case, the kind of dash, and half-spaces', () => {
    expect(comparable('شركت  ۱۴۰۵–۱۰۲۴ ABC')).toBe(comparable('شرکت ١٤٠٥-١٠٢٤ abc'));
    expect(comparable('می\u200cخواهم')).toBe('میخواهم');
  });
});
