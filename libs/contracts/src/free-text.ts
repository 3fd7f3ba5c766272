/** Text that people write into a request: notes, reasons, names. One rule and one wording for every service. */
import type { Problem } from './language.js';

/** Contract §3 and the seed: notes of a submission; the same for what reviewers and operators write. */
export const NOTES_MAX_CODE_POINTS = 4000;

export interface FreeTextRule {
  /** Whether blank text is a problem. */
  readonly required: boolean;
  readonly maxCodePoints: number;
  /** A name or a label: no line breaks and no tabs either. */
  readonly oneLine?: boolean;
}

/** Half a surrogate pair, control characters, and what turns the direction of the text around it: as in a manifest. */
const UNSAFE = /[^\P{Cc}\n\r\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const UNSAFE_IN_A_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** A problem of a request body, e.g. `requestProblem('too_long', '/notes', …)`. */
export function requestProblem(
  code: string,
  path: string,
  words: { readonly message: string; readonly message_fa: string; readonly hint?: string },
): Problem {
  return { code, path, ...words, stage: 'request' };
}

/** What is wrong with one text; empty when nothing is. `path` is the JSON Pointer of its field. */
export function freeTextProblems(path: string, text: unknown, rule: FreeTextRule): readonly Problem[] {
  if (typeof text !== 'string')
    return [requestProblem('type', path, { message: 'must be a string', message_fa: 'باید رشته باشد' })];
  if (rule.required && text.trim() === '')
    return [requestProblem('required', path, { message: 'is required', message_fa: 'لازم است' })];
  if ((rule.oneLine === true ? UNSAFE_IN_A_LINE : UNSAFE).test(text)) {
    return [
      requestProblem('text', path, {
        message: 'holds control characters or overrides of direction',
        message_fa: 'نویسهٔ کنترلی یا تغییردهندهٔ جهت دارد',
      }),
    ];
  }
  if (codePoints(text) > rule.maxCodePoints) {
    return [
      requestProblem('too_long', path, {
        message: `must be at most ${rule.maxCodePoints} characters`,
        message_fa: `باید حداکثر ${rule.maxCodePoints.toLocaleString('fa-IR')} نویسه داشته باشد`,
      }),
    ];
  }
  return [];
}

/** Whether PostgreSQL can keep the text and RFC 8785 can hash it: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !/\u0000|\p{Surrogate}/u.test(text);
}

/** Characters as people count them to a limit: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _each of text) count += 1;
  return count;
}
