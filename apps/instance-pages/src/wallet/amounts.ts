/** Exact arithmetic with amounts of MU, which are decimal texts with at most six places. */

const PLACES = 6;
const MICRO = 10n ** BigInt(PLACES);

/** Whole micro-MU of an amount of the API. */
export function microOf(mu: string): bigint {
  const [whole = '0', fraction = ''] = mu.split('.');
  return BigInt(whole) * MICRO + BigInt(fraction.padEnd(PLACES, '0').slice(0, PLACES));
}

/** The amount of the API for micro-MU that are not negative: `12.5`. */
export function muOf(micro: bigint): string {
  const fraction = String(micro % MICRO)
    .padStart(PLACES, '0')
    .replace(/0+$/, '');
  return `${micro / MICRO}${fraction === '' ? '' : `.${fraction}`}`;
}

export const sumOf = (...amounts: readonly string[]): string =>
  muOf(amounts.reduce((sum, mu) => sum + microOf(mu), 0n));

export const isMore = (left: string, right: string): boolean => microOf(left) > microOf(right);

export const smallerOf = (left: string, right: string): string => (isMore(left, right) ? right : left);

const PARTS = 1_000n;

/** Which part of `whole` an amount is, from 0 to 1: for a drawing, so it is not exact. */
export function shareOf(part: string, whole: string): number {
  const all = microOf(whole);
  if (all === 0n) return 1;
  const share = Number((microOf(part) * PARTS) / all) / Number(PARTS);
  return Math.min(share, 1);
}
