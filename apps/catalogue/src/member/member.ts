/**
 * The event stream of one person's membership of one publisher, `publisher_member-<id>`. The id is derived from the
 * publisher and the sign-in identity, so that nobody is added twice and authentication needs no search.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { v5 } from 'uuid';

interface Membership {
  readonly publisherId: string;
  /** The `sub` claim of the tokens of this person. */
  readonly subject: string;
  readonly name: string;
  readonly addedAt: string;
}
type ActiveMember = Membership & { readonly status: 'active' };
export type Member = { readonly status: 'absent' } | ActiveMember | (Membership & { readonly status: 'removed' });

/** `by` is the subject of the staff member who made the change. */
export type MemberAdded = Fact<
  'MemberAdded',
  {
    readonly publisherId: string;
    readonly subject: string;
    readonly name: string;
    readonly by: string;
    readonly at: string;
  }
>;
export type MemberRemoved = Fact<'MemberRemoved', { readonly by: string; readonly at: string }>;
export type MemberFact = MemberAdded | MemberRemoved;

export const memberStream: StreamType<Member, MemberFact> = {
  category: 'publisher_member',
  factTypes: { MemberAdded: true, MemberRemoved: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve: (member, fact) => {
    switch (fact.type) {
      case 'MemberAdded': {
        const { publisherId, subject, name, at } = fact.data;
        return { status: 'active', publisherId, subject, name, addedAt: at };
      }
      case 'MemberRemoved':
        return member.status === 'absent' ? member : { ...member, status: 'removed' };
      default:
        return unreachable(fact);
    }
  },
};

/** A namespace of our own for name-based UUIDs (RFC 9562, version 5). It never changes. */
const NAMESPACE = '0d7c1f52-6a0f-4d0c-8f0e-5b1f7a3b9c64';

/** Returns the id of this person's membership of the publisher. A publisher id contains no space. */
export function memberIdOf(publisherId: string, subject: string): string {
  return `mbr_${v5(`${publisherId} ${subject}`, NAMESPACE)}`;
}
