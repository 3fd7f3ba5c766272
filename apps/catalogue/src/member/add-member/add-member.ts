/** The operator adds a person to a publisher. The person may use its portal from the next request on. */
import { freeTextProblems, type MemberResource } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Publisher } from '../../publisher/publisher.js';
import { memberIdOf, type Member, type MemberFact } from '../member.js';

export interface AddMember {
  readonly publisherId: string;
  readonly subject: string;
  readonly name: string;
  /** The subject of the staff member. */
  readonly by: string;
  readonly at: string;
}
interface MemberFacts {
  readonly member: readonly MemberFact[];
}
const SUBJECT_MAX_CODE_POINTS = 255;
const NAME_MAX_CODE_POINTS = 200;

/** Rejects with `request.invalid`, `publisher.not_found` {id} or `member.exists` {id}, checked in this order. */
export function addMember(
  { publisherId, subject, name, by, at }: AddMember,
  { publisher, member }: { readonly publisher: Publisher; readonly member: Member },
): Decision<MemberFacts, MemberResource> {
  const rule = { required: true, oneLine: true };
  const problems = [
    ...freeTextProblems('/subject', subject, { ...rule, maxCodePoints: SUBJECT_MAX_CODE_POINTS }),
    ...freeTextProblems('/name', name, { ...rule, maxCodePoints: NAME_MAX_CODE_POINTS }),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (publisher.status) {
    case 'absent':
      return refuse('publisher.not_found', { id: publisherId });
    case 'known':
      break;
    default:
      return unreachable(publisher);
  }
  const id = memberIdOf(publisherId, subject);
  switch (member.status) {
    case 'active':
      return refuse('member.exists', { id });
    case 'absent':
    case 'removed':
      return accept(
        { member: [{ type: 'MemberAdded', data: { publisherId, subject, name, by, at } }] },
        { id, subject, name, added_at: at },
      );
    default:
      return unreachable(member);
  }
}
