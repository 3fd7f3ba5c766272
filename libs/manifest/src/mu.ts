/**
 * Metered units. On the wire an amount is an exact decimal string with at most six places (`"12.5"`), inside it
 * is a whole number of micro-MU (contract §8). Nothing is ever rounded.
 */

/** One MU in micro-MU. */
export const MICRO_MU_PER_MU = 1_000_000n;
/** The largest amount of the system: what a signed 64-bit column of micro-MU holds. */
export const MAX_MICRO_MU = 2n ** 63n - 1n;

const DECIMAL_PLACES = 6;
const MU_TEXT = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,6}))?$/;

/**
 * Reads an amount: digits without sign, exponent or leading zero, at most six places (trailing zeros allowed).
 * Gives micro-MU, or null when the text is no such amount or is larger than {@link MAX_MICRO_MU}.
 */
export function parseMu(text: string): bigint | null {
  const match = MU_TEXT.exec(text);
  if (match === null) return null;
  const [, whole = '0', places = ''] = match;
  const micro = BigInt(whole) * MICRO_MU_PER_MU + BigInt(places.padEnd(DECIMAL_PLACES, '0'));
  return micro <= MAX_MICRO_MU ? micro : null;
}

/** Writes micro-MU in the one canonical form: no trailing zeros, no point without places, `-` for less than zero. */
export function formatMu(micro: bigint): string {
  if (micro < 0n) return `-${formatMu(-micro)}`;
  const whole = micro / MICRO_MU_PER_MU;
  const places = (micro % MICRO_MU_PER_MU).toString().padStart(DECIMAL_PLACES, '0').replace(/0+$/, '');
  return places === '' ? whole.toString() : `${whole}.${places}`;
}
