/** Reads numbers as people write them in the languages of the pages, and shows them as it reads them. */
import type { Language } from '../texts/texts.js';
import { plainText } from './plain-text.js';

export type DecimalReading = { readonly value: string } | { readonly problem: 'numbers.wrong' | 'numbers.separator' };

const PERSIAN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/;
const SPACES = /[\u00A0\u2007\u2009\u202F]/g;
/** A separator of thousands stands before every three digits, and is the same in the whole number. */
const GROUPED = /^[1-9]\d{0,2}(?:([,\u066C' ])\d{3}(?:\1\d{3})*)?$/;
const COULD_BE_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;
const NUMBER = /^([+-]?)(\d[\d,\u066C' ]*)?(?:\.(\d*))?$/;

/**
 * Reads a number as a decimal text: digits, `-` and `.`, as short as possible.
 *
 * - `.` and `٫` are the decimal sign; so is `/` on Persian pages and after Persian digits (`۱۲/۵`).
 * - `٬`, `,`, `،`, `'` and spaces separate thousands, and stand only where thousands are: `7,5` is no number.
 * - In Persian, `1.234` could be a thousand and more, so it is none; `1.5`, `1234.567` and `۱٫۲۳۴` are unambiguous.
 * - There are no exponents, fractions or percentages.
 */
export function readDecimal(typed: string, language: Language): DecimalReading {
  const isPersian = language === 'fa' || PERSIAN_DIGIT.test(typed);
  const text = plainText(typed).replaceAll(SPACES, ' ').replaceAll('\u060C', ',').replaceAll('\u2019', "'");
  if (isPersian && COULD_BE_THOUSANDS.test(text.replace(/^[+-]/, ''))) return { problem: 'numbers.separator' };
  const match = NUMBER.exec(text.replaceAll(isPersian ? /[\u066B/]/g : '\u066B', '.'));
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (whole + fraction === '') return { problem: 'numbers.wrong' };
  if (!/^\d*$/.test(whole) && !GROUPED.test(whole)) return { problem: 'numbers.separator' };
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const places = fraction.replace(/0+$/, '');
  const size = places === '' ? digits : `${digits}.${places}`;
  return { value: sign === '-' && size !== '0' ? `-${size}` : size };
}

const formats = {
  fa: new Intl.NumberFormat('fa-IR', { maximumFractionDigits: 20 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 20 }),
} as const;
const plain = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 20, useGrouping: false });

/** A decimal text with the digits and separators of the language: `1234.5` is `۱٬۲۳۴٫۵` in Persian. */
export const shownDecimal = (decimal: string, language: Language): string =>
  formats[language].format(decimal as Intl.StringNumericLiteral);

/** The decimal text of a number. */
export const decimalOf = (value: number): string => plain.format(String(value) as Intl.StringNumericLiteral);

/** The number that a decimal text means; null if no number is exactly that. */
export function exactNumber(decimal: string): number | null {
  const value = Number(decimal);
  return decimalOf(value) === decimal ? value : null;
}

/** A decimal text that is `by` more, exactly. */
export function addedTo(decimal: string, by: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const sum = BigInt(whole + fraction) + BigInt(by) * scale;
  const digits = String(sum < 0n ? -sum : sum).padStart(fraction.length + 1, '0');
  const text = fraction === '' ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`;
  return `${sum < 0n ? '-' : ''}${text}`;
}
