/**
 * Letters or digits joined by hyphens, with a digit, and with a letter or three digits in a row, which ranges such as
 * `3-5` do not have. Persian digits count as well, and the last part may be a letter of any script: `۱۴۰۵-۱۱۳۱-ب`.
 */
const CODE = new RegExp(
  [
    '(?<![\\p{L}\\p{N}])(',
    '(?=[A-Za-z-]*[0-9۰-۹])(?=[A-Za-z0-9۰-۹-]*(?:[A-Za-z]|[0-9۰-۹]{3}))',
    '[A-Za-z0-9۰-۹]+(?:-[A-Za-z0-9۰-۹]+)+(?:-\\p{L})?',
    ')(?![\\p{L}\\p{N}])',
  ].join(''),
  'u',
);

/** A longer one is not kept together: it would make a column wider than a phone. */
const CODE_MAX_LENGTH = 24;

/** Splits a title at its codes. The codes have odd indexes in the result, the text around them has even ones. */
export function splitAtCodes(title: string): readonly string[] {
  const parts = title.split(CODE);
  return parts.some((part, at) => at % 2 === 1 && part.length > CODE_MAX_LENGTH) ? [title] : parts;
}

const BEGINS_RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff]/u;
/** After Latin letters, a colon and the digits behind it would be read from left to right with them. */
const LATIN_BEFORE_NUMBER = /(?<=\p{Script=Latin})(?=[:،؛,]\s+[0-9۰-۹])/gu;

/** Keeps the number behind a Latin name, as in `از Acme GmbH: ۴۸`, in the order of a title in Persian or Arabic. */
export const orderedTitle = (title: string): string =>
  BEGINS_RIGHT_TO_LEFT.test(title) ? title.replace(LATIN_BEFORE_NUMBER, '\u200f') : title;
