import { requestProblem, type Problem, type SourceKind } from '@kushk/contracts';

/** What a person chooses when accepting a source. Absent fields are undefined; null has a meaning of its own. */
export interface AcceptanceFields {
  readonly session_id: string | null | undefined;
  readonly case_id: string | null | undefined;
  readonly member_ids: readonly string[] | null | undefined;
}

/**
 * Returns the problems of the choice. A message goes to a session, which decides who sees it. A document needs
 * `member_ids`, so that nobody shows a document to the whole organisation by leaving a field out.
 */
export function acceptanceProblems(
  kind: SourceKind,
  { session_id, case_id, member_ids }: AcceptanceFields,
): readonly Problem[] {
  switch (kind) {
    case 'document':
      return [
        ...(member_ids === undefined ? [required('/member_ids')] : []),
        ...(isGiven(session_id) ? [notAllowed('/session_id', kind)] : []),
      ];
    case 'message':
      return [
        ...(isGiven(session_id) ? [] : [required('/session_id')]),
        ...(isGiven(case_id) ? [notAllowed('/case_id', kind)] : []),
        ...(isGiven(member_ids) ? [notAllowed('/member_ids', kind)] : []),
      ];
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function required(path: string): Problem {
  return requestProblem('required', path, { message: 'is required', message_fa: 'الزامی است' });
}

function notAllowed(path: string, kind: SourceKind): Problem {
  const ofKind = { document: 'سند', message: 'پیام' }[kind];
  return requestProblem('not_allowed', path, {
    message: `must be absent for a ${kind}`,
    message_fa: `برای ${ofKind} نباید بیاید`,
  });
}
