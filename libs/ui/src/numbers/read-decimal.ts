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

/** The most that `Intl` shows. */
const MAX_PLACES = 100;
const formats = {
  fa: new Intl.NumberFormat('fa-IR', { maximumFractionDigits: MAX_PLACES }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: MAX_PLACES }),
} as const;

/** A decimal text with the digits and separators of the language: `1234.5` is `۱٬۲۳۴٫۵` in Persian. */
export function shownDecimal(decimal: string, language: Language): string {
  const [, places = ''] = decimal.split('.');
  // `Intl` would shorten it.
  return places.length > MAX_PLACES ? decimal : formats[language].format(decimal as Intl.StringNumericLiteral);
}

/** The decimal text of a number, without an exponent. */
export function decimalOf(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const point = whole.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(point, 1);
  return `${sign}${digits.slice(0, at)}${digits.length > at ? `.${digits.slice(at)}` : ''}`;
}

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

export interface NumberRules {
  readonly isWhole?: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}
export type NumberProblem =
  | { readonly problem: 'numbers.inexact' | 'numbers.whole' }
  | { readonly problem: 'numbers.too_small' | 'numbers.too_large'; readonly bound: number };

/** Why a decimal text is none of the numbers that a field accepts; null when it is one. */
export function numberProblem(decimal: string, { isWhole, minimum, maximum }: NumberRules): NumberProblem | null {
  const number = exactNumber(decimal);
  if (number === null) return { problem: 'numbers.inexact' };
  if (isWhole === true && !Number.isInteger(number)) return { problem: 'numbers.whole' };
  if (minimum !== undefined && number < minimum) return { problem: 'numbers.too_small', bound: minimum };
  if (maximum !== undefined && number > maximum) return { problem: 'numbers.too_large', bound: maximum };
  return null;
}
