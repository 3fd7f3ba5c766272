/** Exact arithmetic on the decimal numbers that JSON texts and people mean, and doubles only approximate. */

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Whether `value` is a multiple of `divisor`, where each stands for the shortest decimal of its double. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [dividend, by] = [decimalOf(value), decimalOf(divisor)];
  const exponent = Math.min(dividend.exponent, by.exponent);
  return digitsAt(dividend, exponent) % digitsAt(by, exponent) === 0n;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function digitsAt({ digits, exponent }: Decimal, lower: number): bigint {
  return digits * 10n ** BigInt(exponent - lower);
}
