/** Patterns of claims: a text in which each `*` stands for any text within one segment, between `/` and `:`. */

/** Whether a value matches a pattern. Takes time in proportion to the product of their lengths at most. */
export function matchesPattern(pattern: string, value: string): boolean {
  const [patterns, values] = [segmentsOf(pattern), segmentsOf(value)];
  return (
    patterns.length === values.length && patterns.every((segment, index) => matchesSegment(segment, values[index]!))
  );
}

/** Segments and the delimiters between them. */
function segmentsOf(text: string): readonly string[] {
  return text.split(/([/:])/);
}

/** A regular expression with several stars could take exponential time. */
function matchesSegment(pattern: string, value: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return value === first;
  if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last)) return false;
  let rest = value.slice(first.length, value.length - last.length);
  for (const part of parts) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  return true;
}

/** The value of a claim as text; null for a claim that is no single value. */
export function claimText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Whether a token has every claim that is named, with a value that matches its pattern. */
export function matchesClaims(
  patterns: Readonly<Record<string, string>>,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(patterns).every(([name, pattern]) => {
    const value = Object.hasOwn(claims, name) ? claimText(claims[name]) : null;
    return value !== null && matchesPattern(pattern, value);
  });
}
