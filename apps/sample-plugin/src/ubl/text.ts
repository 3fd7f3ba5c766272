/** Normalises Persian and Arabic text and digits. */

const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;

/** Replaces ۰–۹ and ٠–٩ with 0–9 and keeps all other characters. */
export function asciiDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO));
  });
}

const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹';

/**
 * Formats a number for a Persian sentence: in Persian digits, unless it contains Latin letters, like `INV-2026-0417`.
 */
export function inPersianDigits(number: string): string {
  return /[A-Za-z]/.test(number) ? number : number.replace(/\d/g, (digit) => PERSIAN_DIGITS[Number(digit)] ?? digit);
}

/**
 * Returns a form for comparing texts. It ignores Persian and Arabic variants, case, spaces, the kind of dash, and
 * invisible marks.
 */
export function comparable(text: string): string {
  return asciiDigits(text.normalize('NFKC'))
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u0640]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
