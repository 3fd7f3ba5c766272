/** A test, also one of a table: `it('…', …)`, `it.each(…)('…', …)`. */
export const TEST = /^\s*(?:it|test)(?:\.each\b[^;]*?\))?\(/m;

/** Returns the text with a space in place of each comment. `comments` are those of ESLint, in order. */
export function withoutComments(text, comments) {
  return comments.reduceRight((rest, { range: [start, end] }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}
