/**
 * Validation of text that people write into requests: notes, reasons, names. Every service uses the same rules and
 * messages.
 */
import type { Problem } from './messages.js';

/** The maximum length of notes and reasons from publishers, reviewers and operators (docs/reference/limits.md). */
export const NOTES_MAX_CODE_POINTS = 4000;

interface FreeTextRule {
  /** Whether empty or blank text is a problem. */
  readonly required: boolean;
  readonly maxCodePoints: number;
  /** Set for names and labels: line breaks and tabs are then problems too. */
  readonly oneLine?: boolean;
}

/** Lone surrogates, control characters and text direction overrides. The manifest rejects the same characters. */
const UNSAFE = /[^\P{Cc}\n\r\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const UNSAFE_IN_ONE_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/**
 * Creates a `Problem` of a request body, e.g. `requestProblem('too_long', '/notes', { message, message_fa })`. `path`
 * is a JSON Pointer.
 */
export function requestProblem(
  code: string,
  path: string,
  messages: {
    readonly message: string;
    readonly message_fa: string;
    readonly hint?: string;
    readonly hint_fa?: string;
  },
): Problem {
  return { code, severity: 'error', path, ...messages, stage: 'request' };
}

/** The problems of one text field; empty when the text is valid. `path` is the JSON Pointer of the field. */
export function freeTextProblems(path: string, text: unknown, rule: FreeTextRule): readonly Problem[] {
  if (typeof text !== 'string')
    return [requestProblem('type', path, { message: 'must be a string', message_fa: 'باید رشته باشد' })];
  if (rule.required && text.trim() === '')
    return [requestProblem('required', path, { message: 'is required', message_fa: 'الزامی است' })];
  if ((rule.oneLine === true ? UNSAFE_IN_ONE_LINE : UNSAFE).test(text)) {
    return [
      requestProblem('text', path, {
        message: 'holds control characters or overrides of direction',
        message_fa: 'نویسهٔ کنترلی یا تغییردهندهٔ جهت دارد',
      }),
    ];
  }
  if (countCodePoints(text) > rule.maxCodePoints) {
    return [
      requestProblem('too_long', path, {
        message: `must be at most ${rule.maxCodePoints} characters`,
        message_fa: `باید حداکثر ${rule.maxCodePoints.toLocaleString('fa-IR')} نویسه داشته باشد`,
      }),
    ];
  }
  return [];
}

/** Whether PostgreSQL can store the text and RFC 8785 can canonicalize it: no NUL and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !/\u0000|\p{Surrogate}/u.test(text);
}

/** The length in code points instead of UTF-16 units, so that an emoji counts as one character. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _each of text) count += 1;
  return count;
}
