/** Marks of direction, joiners and other characters without a shape, which pasted text brings. */
const INVISIBLE = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** Persian, Arabic and full-width digits. */
const DIGITS = /[\u06F0-\u06F9\u0660-\u0669\uFF10-\uFF19]/g;
const MINUSES = /[\u2010-\u2013\u2212\uFE63\uFF0D]/g;
const FULL_WIDTH = /[\uFF0B\uFF0C\uFF0E\uFF0F]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** A typed number or date in Latin digits, with one minus sign, without marks that cannot be seen. */
export const plainText = (typed: string): string =>
  typed
    .replaceAll(INVISIBLE, '')
    .replaceAll(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(MINUSES, '-')
    .replaceAll(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim();
