/** Letters or digits joined by hyphens, with at least one digit: browsers may break a line after each hyphen. */
const CODE = /\b((?=[A-Za-z-]*\d)[A-Za-z\d]+(?:-[A-Za-z\d]+)+)\b/;

/** A longer one is not kept together: it would make a column wider than a phone. */
const CODE_MAX_LENGTH = 24;

/** Splits a title at its codes. The codes have odd indexes in the result, the text around them has even ones. */
export function splitAtCodes(title: string): readonly string[] {
  const parts = title.split(CODE);
  return parts.some((part, at) => at % 2 === 1 && part.length > CODE_MAX_LENGTH) ? [title] : parts;
}
