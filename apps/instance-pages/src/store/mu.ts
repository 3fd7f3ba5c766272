import type { Language } from '@kushk/ui';

/** A no-break space: a number and its unit stay on one line. */
const JOIN = '\u00A0';
const formats = {
  fa: new Intl.NumberFormat('fa-IR', { maximumFractionDigits: 6 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 }),
} as const;

/** A decimal text of the API as a person reads it, exactly: `0.25` is `۰٫۲۵` in Persian. */
export const muNumber = (mu: string, language: Language): string => formats[language].format(mu as never);

/** An amount with its unit. */
export const muText = (mu: string, language: Language): string => `${muNumber(mu, language)}${JOIN}MU`;

/** The difference between two rates as a share of the first, such as 0.2 for 20 % more; null without a first rate. */
export function increase(before: string, after: string): number | null {
  return Number(before) === 0 ? null : (Number(after) - Number(before)) / Number(before);
}

const DIGITS = /[\u06F0-\u06F9\u0660-\u0669]/g;

/** An amount that a person types, with Persian or Latin digits, as decimal text; null when it is not an amount. */
export function amountOf(text: string): string | null {
  const latin = text
    .trim()
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066B', '.')
    .replaceAll(/[\u066C,]/g, '');
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,6}))?$/.exec(latin) ?? [];
  if (whole === undefined) return null;
  const decimals = fraction.replace(/0+$/, '');
  const canonical = `${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
  return canonical === '0' ? null : canonical;
}

/** How many units an amount pays for at a rate, rounded down; null for a service that costs nothing. */
export function unitsFor(mu: string, rate: string): number | null {
  const cost = Number(rate);
  return cost === 0 ? null : Math.floor(Number(mu) / cost + 1e-9);
}
