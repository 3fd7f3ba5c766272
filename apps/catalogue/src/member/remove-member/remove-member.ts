/** The operator removes a person from a publisher. The person may not use its portal from the next request on. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Member, MemberRemoved } from '../member.js';

export interface RemoveMember {
  readonly publisherId: string;
  readonly id: string;
  /** The subject of the staff member. */
  readonly by: string;
  readonly at: string;
}

/** Rejects with `member.not_found` {id}, also for a member of another publisher. */
export function removeMember(
  { publisherId, id, by, at }: RemoveMember,
  member: Member,
): Decision<readonly MemberRemoved[], null> {
  switch (member.status) {
    case 'absent':
    case 'removed':
      return refuse('member.not_found', { id });
    case 'active':
      return member.publisherId === publisherId
        ? accept([{ type: 'MemberRemoved', data: { by, at } }], null)
        : refuse('member.not_found', { id });
    default:
      return unreachable(member);
  }
}
