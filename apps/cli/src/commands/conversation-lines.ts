/** What reviewers and publisher have said about a release. */
import type { ReleaseComment, ReleaseResource } from '@kushk/contracts';
import { printable, type Terminal } from '../terminal.js';
import { paragraph } from './manifest-lines.js';

type Conversation = Pick<ReleaseResource, 'changes_requested_at' | 'comments' | 'replaces' | 'replaced_by' | 'appeal'>;

/** Empty for a release without comments. A hub of 0.1.0 answers without these fields. */
export function conversationLines(terminal: Terminal, release: Partial<Conversation>): string[] {
  const { changes_requested_at: requestedAt = null, comments = [], replaces = null } = release;
  const { replaced_by: replacedBy = null, appeal = null } = release;
  const linesOf = ({ at, by, path, text }: ReleaseComment): string[] => {
    const side = by === 'reviewer' ? terminal.translate`reviewer` : terminal.translate`publisher`;
    return paragraph(`${at} ${side}${path === '' ? '' : ` ${printable(path)}`}`, text);
  };
  const isBeforeAppeal = ({ at }: ReleaseComment): boolean => appeal === null || at < appeal.at;
  return [
    ...(replaces === null ? [] : [`  ${terminal.translate`replaces ${printable(replaces)}`}`]),
    ...(replacedBy === null ? [] : [`  ${terminal.translate`replaced by ${printable(replacedBy)}`}`]),
    ...(requestedAt === null ? [] : [`  ${terminal.translate`changes requested at ${requestedAt}`}`]),
    ...comments.filter(isBeforeAppeal).flatMap(linesOf),
    ...(appeal === null
      ? []
      : [
          ...paragraph(terminal.translate`rejected at ${appeal.rejected_at}`, appeal.rejection_notes),
          ...paragraph(terminal.translate`appeal at ${appeal.at}`, appeal.text),
        ]),
    ...comments.filter((comment) => !isBeforeAppeal(comment)).flatMap(linesOf),
  ];
}
