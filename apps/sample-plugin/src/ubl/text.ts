/** Persian and Arabic writing in the forms that computers compare. */

const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;

/** ۰–۹ and ٠–٩ as 0–9; everything else stays. */
export function asciiDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO));
  });
}

const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹';

/** A number for a Persian sentence: its digits are Persian unless Latin letters stand in it, as in `INV-2026-0417`. */
export function inPersianDigits(number: string): string {
  return /[A-Za-z]/.test(number) ? number : number.replace(/\d/g, (digit) => PERSIAN_DIGITS[Number(digit)] ?? digit);
}

/** For comparing what people and machines have typed: digits, Arabic ي and ك, case, spaces, invisible marks. */
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
