/** The message of an error response: its code, its detail, and what is wrong with the fields of the request. */

/** A response lists up to a thousand problems, and their texts can contain whole names and values of the manifest. */
const MAX_PROBLEMS = 5;
const MAX_PROBLEM_LENGTH = 300;

/**
 * Returns `record.invalid: 1 problem found: /data/phone must be string, not integer (put it in quotes)`. The message
 * alone has to show what to correct: it is all that a log shows of an error. `params` has every problem.
 */
export function errorMessage(code: string, detail: string | null, params: Readonly<Record<string, unknown>>): string {
  const problems = Array.isArray(params['problems']) ? params['problems'].filter(isProblem) : [];
  const first = problems.slice(0, MAX_PROBLEMS).map(problemText);
  const rest = problems.length - first.length;
  const list = [...first, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
  return [code, detail ?? '', list].filter((part) => part !== '').join(': ');
}

interface Problem {
  readonly path?: unknown;
  readonly message?: unknown;
  readonly hint?: unknown;
}
const isProblem = (value: unknown): value is Problem => typeof value === 'object' && value !== null;

function problemText({ path, message, hint }: Problem): string {
  const parts = [path, message, typeof hint === 'string' && hint !== '' ? `(${hint})` : ''];
  const text = parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
  // In one line, because a name in a path may contain a line break.
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_PROBLEM_LENGTH ? `${line.slice(0, MAX_PROBLEM_LENGTH)}…` : line;
}
