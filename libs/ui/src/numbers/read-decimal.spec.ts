import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addedTo, decimalOf, exactNumber, readDecimal, shownDecimal } from './read-decimal.js';

const read = (text: string, language: 'fa' | 'en'): string | null => {
  const reading = readDecimal(text, language);
  return 'value' in reading ? reading.value : null;
};
const languages = ['fa', 'en'] as const;

/** Decimal texts as they are on the wire, of any sign and size. */
const decimals = fc
  .tuple(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => {
    const size = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
    const whole = size.slice(0, size.length - places);
    const fraction = size.slice(size.length - places).replace(/0+$/, '');
    return `${digits < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
  });

describe('readDecimal', () => {
  it.each([
    ['12.5', '12.5'],
    ['۱۲٫۵', '12.5'],
    ['١٢٫٥', '12.5'],
    ['۱۲/۵', '12.5'],
    ['۱.۵', '1.5'],
    ['۱٬۲۳۴٫۵', '1234.5'],
    ['۱۸۴،۵۰۰،۰۰۰', '184500000'],
    ['1,000', '1000'],
    ["1'000'000", '1000000'],
    ['1 000', '1000'],
    ['1\u00a0000\u202f000', '1000000'],
    ['1\u202f000\u202f000.25', '1000000.25'],
    ['1,234.567', '1234.567'],
    ['1234.567', '1234.567'],
    ['0.125', '0.125'],
    ['۰٫۱۲۵', '0.125'],
    ['٠٠٧', '7'],
    ['.5', '0.5'],
    ['٫۵', '0.5'],
    ['5.', '5'],
    ['+5', '5'],
    ['-5', '-5'],
    ['−5', '-5'],
    ['–۵', '-5'],
    ['\u200e−۵', '-5'],
    ['\u200f۱۲٫۵\u200f', '12.5'],
    ['\u2066۷\u2069', '7'],
    ['１２．５', '12.5'],
    ['-0', '0'],
    ['12.50', '12.5'],
    ['7,5', null],
    ['1,5', null],
    ['۱۲،۵', null],
    ['۱٬۵', null],
    ['1,00,000', null],
    ['1,000 000', null],
    ['0,125', null],
    ['1,0000', null],
    ['1.234,56', null],
    ['1.000.000', null],
    ['۱٫۰۰۰٫۰۰۰', null],
    ['1.2.3', null],
    ['1e3', null],
    ['1E-7', null],
    ['5-', null],
    ['--5', null],
    ['(5)', null],
    ['5%', null],
    ['5²', null],
    ['½', null],
    ['12 MU', null],
    ['Infinity', null],
    ['0x10', null],
    ['.', null],
    ['-', null],
    ['', null],
  ])('reads %j as %j in both languages', (text, decimal) => {
    expect(languages.map((language) => read(text, language))).toEqual([decimal, decimal]);
  });

  it('reads a point before three digits by the digits and the language', () => {
    expect([read('1.234', 'en'), read('-1.234', 'en')]).toEqual(['1.234', '-1.234']);
    for (const [text, language] of [
      ['1.234', 'fa'],
      ['۱.۲۳۴', 'fa'],
      ['۱.۲۳۴', 'en'],
      ['-1.000', 'fa'],
    ] as const)
      expect(readDecimal(text, language)).toEqual({ problem: 'numbers.separator' });
    expect([read('12/5', 'fa'), read('12/5', 'en')]).toEqual(['12.5', null]);
  });

  it('reads what it shows, with any digits and marks of direction', () => {
    fc.assert(
      fc.property(
        decimals,
        fc.constantFrom(...languages),
        fc.constantFrom('', '\u200f', '\u202b'),
        (text, language, mark) => {
          const shown = shownDecimal(text, language);
          expect(read(`${mark}${shown}${mark}`, language)).toBe(text.replace(/^-(?=0$)/, ''));
          expect(read(text, 'en')).toBe(text.replace(/^-(?=0$)/, ''));
        },
      ),
    );
  });

  it('never reads another number when separators are inserted anywhere', () => {
    const inserted = fc.array(fc.tuple(fc.nat(12), fc.constantFrom(...",،٬'  \u00a0\u200f\u200c")), { maxLength: 4 });
    fc.assert(
      fc.property(decimals, inserted, fc.constantFrom(...languages), (text, separators, language) => {
        const typed = separators.reduce((so, [at, sign]) => so.slice(0, at) + sign + so.slice(at), text);
        expect([null, text.replace(/^-(?=0$)/, '')]).toContain(read(typed, language));
      }),
    );
  });
});

describe('numbers of JSON', () => {
  it('are those decimals that a double has exactly as they were written', () => {
    expect(['12.5', '0.1', '-3', '1000000000000000000000'].map(exactNumber)).toEqual([12.5, 0.1, -3, 1e21]);
    expect(['9007199254740993', '0.12345678901234567890', '1.00000000000000000001'].map(exactNumber)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('are shown and read as the same number', () => {
    const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(numbers, fc.constantFrom(...languages), (number, language) => {
        const decimal = read(shownDecimal(decimalOf(number), language), language);
        expect(exactNumber(decimal!)).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it('are stepped without rounding', () => {
    expect([addedTo('0.1', 1), addedTo('-0.5', 1), addedTo('0', -1), addedTo('9.99', 1)]).toEqual([
      '1.1',
      '0.5',
      '-1',
      '10.99',
    ]);
  });
});
