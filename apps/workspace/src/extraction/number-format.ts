/** Writes numbers of cells as the number format of the cell means them: dates and percentages (ECMA-376, 18.8.30). */

/** What a number format makes of a number. */
export type NumberFormat =
  | { readonly shows: 'number' }
  | { readonly shows: 'time'; readonly hasDate: boolean; readonly hasTime: boolean; readonly isDuration: boolean }
  | { readonly shows: 'percentage'; readonly minDecimals: number; readonly maxDecimals: number };

const DATE = { shows: 'time', hasDate: true, hasTime: false, isDuration: false } as const;
const TIME = { shows: 'time', hasDate: false, hasTime: true, isDuration: false } as const;
/** Formats that a file uses by number without declaring them; 27 to 36 and 50 to 58 are dates of East Asian locales. */
const BUILT_IN: readonly (readonly [first: number, last: number, format: NumberFormat])[] = [
  [9, 9, { shows: 'percentage', minDecimals: 0, maxDecimals: 0 }],
  [10, 10, { shows: 'percentage', minDecimals: 2, maxDecimals: 2 }],
  [14, 17, DATE],
  [18, 21, TIME],
  [22, 22, { ...DATE, hasTime: true }],
  [27, 31, DATE],
  [32, 35, TIME],
  [36, 36, DATE],
  [45, 45, TIME],
  [46, 46, { ...TIME, isDuration: true }],
  [47, 47, TIME],
  [50, 54, DATE],
  [55, 56, TIME],
  [57, 58, DATE],
];
/** Literal text, the width of a character, a repeated character, and brackets that are not an elapsed time. */
const LITERAL = /"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
const FRACTION_OF_SECOND = /(?<=s\]?)[.,]0+/gi;
const HALF_OF_DAY = /am\/pm|a\/p/gi;

const DAY_SECONDS = 86_400;
/** 9999-12-31, the last day of the date system. */
const SERIAL_MAX = 2_958_466;
/** Days between the two date systems. */
const DAYS_1904 = 1_462;
/** The format counts 29 February 1900, which did not exist. */
const PHANTOM_DAY = 60;
/** The digits of a number that a spreadsheet shows; the binary number has noise beyond them. */
const DIGITS = 15;

export function builtInFormat(id: number): NumberFormat {
  return BUILT_IN.find(([first, last]) => first <= id && id <= last)?.[2] ?? { shows: 'number' };
}

export function customFormat(code: string): NumberFormat {
  const plain = code
    .replaceAll(LITERAL, '')
    .replaceAll(/general/gi, '')
    .replaceAll(FRACTION_OF_SECOND, '')
    .replaceAll(HALF_OF_DAY, 'h');
  if (/[0#?]/.test(plain)) {
    if (!plain.includes('%')) return { shows: 'number' };
    const decimals = /\.([0#?]{0,15})/.exec(plain)?.[1] ?? '';
    return { shows: 'percentage', minDecimals: decimals.replaceAll(/[^0]/g, '').length, maxDecimals: decimals.length };
  }
  const hasTime = /[hs]/i.test(plain);
  // An m beside hours or seconds is minutes; months beside a time come with a day or a year.
  const hasDate = /[ydegb]/i.test(plain) || (!hasTime && /m/i.test(plain) && !plain.includes('['));
  if (!hasDate && !hasTime && !/\[m+\]/i.test(plain)) return { shows: 'number' };
  return { shows: 'time', hasDate, hasTime: hasTime || !hasDate, isDuration: plain.includes('[') };
}

/** Returns the text of a number as it is stored in a cell. */
export function numberText(stored: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  switch (format.shows) {
    case 'number':
      return plainNumber(stored, value);
    case 'percentage':
      return percentage(value, format);
    case 'time':
      return timeText(value, format, is1904) ?? plainNumber(stored, value);
  }
}

/** Integers stay as they are, because identifiers may have more digits than a number. */
function plainNumber(stored: string, value: number): string {
  return /^-?\d+$/.test(stored) ? stored : String(Number(value.toPrecision(DIGITS)));
}

function percentage(
  value: number,
  { minDecimals, maxDecimals }: { readonly minDecimals: number; readonly maxDecimals: number },
): string {
  const text = Number((value * 100).toPrecision(DIGITS)).toFixed(maxDecimals);
  const optionalZeros = new RegExp(`\\.?0{0,${maxDecimals - minDecimals}}$`);
  return `${maxDecimals > minDecimals ? text.replace(optionalZeros, '') : text}%`;
}

/** Returns null for a number that the date system has no time for. */
function timeText(value: number, format: NumberFormat & { readonly shows: 'time' }, is1904: boolean): string | null {
  if (format.isDuration && !format.hasDate) return duration(Math.round(value * DAY_SECONDS));
  const serial = value + (is1904 ? DAYS_1904 : 0);
  if (value < 0 || serial >= SERIAL_MAX) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const time = duration(seconds % DAY_SECONDS);
  if (!format.hasDate) return time;
  if (day === 0) return format.hasTime ? time : null;
  return format.hasTime ? `${isoDate(day)}T${time}` : isoDate(day);
}

function isoDate(day: number): string {
  if (day === PHANTOM_DAY) return '1900-02-29';
  const daysOf1900 = day < PHANTOM_DAY ? day : day - 1;
  return new Date(Date.UTC(1900, 0, daysOf1900)).toISOString().slice(0, 10);
}

/** Hours, minutes and seconds; there may be more than 24 hours. */
function duration(seconds: number): string {
  const total = Math.abs(seconds);
  const parts = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60];
  return `${seconds < 0 ? '-' : ''}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
