/** Exact decimals with an integer number of units and a scale, without floating point. */
import { asciiDigits } from './text.js';

export interface Decimal {
  readonly units: bigint;
  /** The number of digits after the decimal point: `{units: 1250n, scale: 2}` is 12.50. */
  readonly scale: number;
}

const MAX_DIGITS = 40;
export const ZERO: Decimal = { units: 0n, scale: 0 };

/**
 * Parses `1234.50`, `۱٬۲۳۴٫۵۰`, `١٢٣٤٫٥`, `-3`. A comma or ٬ must separate thousands. Returns null for any other
 * text.
 */
export function parseDecimal(text: string): Decimal | null {
  const plain = asciiDigits(text.trim())
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
    .replace(/^\u2212/, '-');
  const match = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(plain);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(',', '') + fraction;
  if (digits.length > MAX_DIGITS) return null;
  const units = BigInt(digits);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: scaled(left, scale) + scaled(right, scale), scale };
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return add(left, { units: -right.units, scale: right.scale });
}

export function equal(left: Decimal, right: Decimal): boolean {
  return subtract(left, right).units === 0n;
}

/** Formats a decimal canonically: no leading zeros, no trailing zeros after the point, no `-0`. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function scaled({ units, scale }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - scale);
}
