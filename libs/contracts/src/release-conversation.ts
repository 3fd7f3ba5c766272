/** The conversation of a reviewer and a publisher about a release (docs/reference/releases.md). */
import { decisionRequires } from './caller-policy.js';
import type { ReleaseResource } from './catalogue.js';
import { freeTextProblems, requestProblem } from './free-text.js';
import { command, type Json, type Problem, type RequestIdempotency } from './messages.js';

/** The maximum length of one comment. The notes of a request for changes may have `NOTES_MAX_CODE_POINTS`. */
export const COMMENT_MAX_CODE_POINTS = 2_000;
/** How many comments one request for changes may have, besides its notes. */
export const COMMENTS_PER_REQUEST = 50;
/** How many comments each side may make on one release. A reply contains all comments, so their number is bounded. */
export const COMMENTS_PER_SIDE = 100;
/** How long after a rejection its publisher may appeal. */
export const APPEAL_DAYS = 30;
/** The maximum length of the JSON Pointer of a comment. */
export const COMMENT_PATH_MAX_CODE_POINTS = 500;

/** Publishers must not learn who reviews their releases, so a comment names only the side that made it. */
export interface ReleaseComment {
  readonly id: string;
  readonly at: string;
  readonly by: 'reviewer' | 'publisher';
  /** A JSON Pointer into the manifest; '' for a comment on the whole release. */
  readonly path: string;
  readonly text: string;
}
/** A comment before anything has checked it. */
interface UncheckedComment {
  readonly path?: unknown;
  readonly text?: unknown;
}
export interface CommentText {
  readonly path?: string | null | undefined;
  readonly text: string;
}
export interface ReleaseAppeal {
  readonly at: string;
  readonly text: string;
  /** The rejection that the publisher appeals against. */
  readonly rejected_at: string;
  readonly rejection_notes: string;
}

/** The problems of one comment; empty when it is valid. `at` is the JSON Pointer of the comment in the request. */
export function commentProblems(at: string, { path, text }: UncheckedComment): readonly Problem[] {
  const pointer = path ?? '';
  const isPointer = typeof pointer !== 'string' || /^(?:\/(?:[^~/]|~[01])*)*$/u.test(pointer);
  return [
    ...freeTextProblems(`${at}/path`, pointer, {
      required: false,
      maxCodePoints: COMMENT_PATH_MAX_CODE_POINTS,
      oneLine: true,
    }),
    ...(isPointer ? [] : [requestProblem('json_pointer', `${at}/path`, NO_POINTER)]),
    ...freeTextProblems(`${at}/text`, text, { required: true, maxCodePoints: COMMENT_MAX_CODE_POINTS }),
  ];
}
const NO_POINTER = {
  message: 'must be a JSON Pointer into the manifest, for example /scopes/cases.read',
  message_fa: 'باید یک JSON Pointer به مانیفست باشد، مثلاً ‎/scopes/cases.read',
};

/** The problems of the comments in a request for changes; absent and null mean none. */
export function commentListProblems(comments: Json | undefined): readonly Problem[] {
  if (comments === undefined || comments === null) return [];
  if (!Array.isArray(comments)) return [requestProblem('type', '/comments', NO_LIST)];
  if (comments.length > COMMENTS_PER_REQUEST) return [requestProblem('too_many', '/comments', TOO_MANY)];
  return comments.flatMap((comment: Json, index) => {
    const at = `/comments/${index}`;
    if (typeof comment !== 'object' || comment === null || Array.isArray(comment))
      return [requestProblem('type', at, NO_OBJECT)];
    const unknown = Object.keys(comment).filter((name) => name !== 'path' && name !== 'text');
    return [
      ...unknown.slice(0, 1).map(() => requestProblem('unknown_field', at, UNKNOWN_FIELD)),
      ...commentProblems(at, comment as UncheckedComment),
    ];
  });
}
const NO_LIST = { message: 'must be an array', message_fa: 'باید آرایه باشد' };
const NO_OBJECT = { message: 'must be an object', message_fa: 'باید شیء باشد' };
const UNKNOWN_FIELD = {
  message: 'has only the fields path and text',
  message_fa: 'فقط فیلدهای path و text را دارد',
};
const TOO_MANY = {
  message: `must be at most ${COMMENTS_PER_REQUEST} comments`,
  message_fa: `باید حداکثر ${COMMENTS_PER_REQUEST.toLocaleString('fa-IR')} نظر باشد`,
};

interface OfPublisher {
  readonly publisher_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly by: string;
  readonly idempotency?: RequestIdempotency;
}
export const catalogueConversation = {
  /**
   * Rejects with `request.invalid`, `catalogue.release_not_found`, `catalogue.release_not_under_review` or
   * `quota.exceeded`.
   */
  commentOnRelease: command<OfPublisher & CommentText, ReleaseComment>(
    'catalogue',
    'release.comment',
    decisionRequires('publisher'),
  ),
  /** Rejects with `request.invalid`, `catalogue.release_not_found` or `catalogue.transition_invalid`. */
  appealRejection: command<OfPublisher & { readonly text: string }, ReleaseResource>(
    'catalogue',
    'release.appeal',
    decisionRequires('publisher'),
  ),
};
