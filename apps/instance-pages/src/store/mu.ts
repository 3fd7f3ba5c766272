import { formatMu, parseMu } from '@kushk/manifest/mu';

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
  const micro = parseMu(latin.replace(/^0+(?=\d)/, ''));
  return micro === null || micro === 0n ? null : formatMu(micro);
}

/** How many units an amount pays for at a rate, rounded down; null for a service that costs nothing. */
export function unitsFor(mu: string, rate: string): number | null {
  const cost = Number(rate);
  return cost === 0 ? null : Math.floor(Number(mu) / cost + 1e-9);
}
