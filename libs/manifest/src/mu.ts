/**
 * Metered units (docs/reference/money.md). On the wire an amount is a decimal string with at most six decimal places
 * (`"12.5"`). In memory it is an integer of micro-MU. No operation rounds.
 */

/** One MU in micro-MU. */
const MICRO_MU_PER_MU = 1_000_000n;
/** The largest amount that fits into a signed 64-bit column of micro-MU. */
export const MAX_MICRO_MU = 2n ** 63n - 1n;

const DECIMAL_PLACES = 6;
const MU_TEXT = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,6}))?$/;

/**
 * Parses an amount: digits without sign, exponent or leading zero, at most six decimal places (trailing zeros
 * allowed). Returns micro-MU, or null when the text is not an amount or exceeds {@link MAX_MICRO_MU}.
 */
export function parseMu(text: string): bigint | null {
  const match = MU_TEXT.exec(text);
  if (match === null) return null;
  const [, whole = '0', places = ''] = match;
  const micro = BigInt(whole) * MICRO_MU_PER_MU + BigInt(places.padEnd(DECIMAL_PLACES, '0'));
  return micro <= MAX_MICRO_MU ? micro : null;
}

/** Formats micro-MU canonically: no trailing zeros, no decimal point without decimal places, `-` below zero. */
export function formatMu(micro: bigint): string {
  if (micro < 0n) return `-${formatMu(-micro)}`;
  const digits = micro.toString().padStart(DECIMAL_PLACES + 1, '0');
  const point = digits.length - DECIMAL_PLACES;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}
