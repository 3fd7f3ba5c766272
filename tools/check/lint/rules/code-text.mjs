/** A test, also one of a table, or a call that declares tests: `it('…', …)`, `it.each(…)('…', …)`, `describeX(…)`. */
export const TEST = /^\s*(?:it|test|describe[A-Z]\w*)(?:\.each\b[^;]*?\))?\(/m;

/** Returns the text with a space in place of each comment. `comments` are those of ESLint, in order. */
export function withoutComments(text, comments) {
  return comments.reduceRight((rest, { range: [start, end] }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}
