import { formatMu, parseMu } from '@kushk/manifest/mu';

/** The difference between two rates as a share of the first, such as 0.2 for 20 % more; null without a first rate. */
export function increase(before: string, after: string): number | null {
  return Number(before) === 0 ? null : (Number(after) - Number(before)) / Number(before);
}

/** The value of a field as an amount that can be sent; null when it is none. */
export function amountOf(value: string | null): string | null {
  const micro = parseMu(value ?? '');
  return micro === null || micro === 0n ? null : formatMu(micro);
}

/** How many units an amount pays for at a rate, rounded down; null for a service that costs nothing. */
export function unitsFor(mu: string, rate: string): number | null {
  const cost = Number(rate);
  return cost === 0 ? null : Math.floor(Number(mu) / cost + 1e-9);
}
