/**
 * The event stream of one staff member, `staff-<id>`. A sign-in identity has one id for good, so that nobody is added
 * twice and a member who was removed and added again keeps the same history.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { v5 } from 'uuid';

export interface StaffData {
  readonly id: string;
  /** The `sub` claim of the tokens of this person. */
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly string[];
}
/** `by` is the subject of the staff member who made the change; null when it came from the configuration. */
export type StaffAdded = Fact<'StaffAdded', StaffData & { readonly by: string | null; readonly at: string }>;
export type StaffChanged = Fact<
  'StaffChanged',
  { readonly name: string; readonly roles: readonly string[]; readonly by: string; readonly at: string }
>;
export type StaffRemoved = Fact<'StaffRemoved', { readonly by: string; readonly at: string }>;
export type StaffFact = StaffAdded | StaffChanged | StaffRemoved;

interface KnownStaff extends StaffData {
  readonly addedAt: string;
  readonly updatedAt: string;
}
export type ActiveStaff = { readonly status: 'active' } & KnownStaff;
export type StaffMember = { readonly status: 'absent' } | ActiveStaff | ({ readonly status: 'removed' } & KnownStaff);

export const staffStream: StreamType<StaffMember, StaffFact> = {
  category: 'staff',
  factTypes: { StaffAdded: true, StaffChanged: true, StaffRemoved: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(member: StaffMember, fact: StaffFact): StaffMember {
  switch (fact.type) {
    case 'StaffAdded': {
      const { id, subject, name, roles, at } = fact.data;
      return { status: 'active', id, subject, name, roles, addedAt: at, updatedAt: at };
    }
    case 'StaffChanged': {
      const { name, roles, at } = fact.data;
      return member.status === 'absent' ? member : { ...member, name, roles, updatedAt: at };
    }
    case 'StaffRemoved':
      return member.status === 'absent' ? member : { ...member, status: 'removed', updatedAt: fact.data.at };
    default:
      return unreachable(fact);
  }
}

/** A namespace of our own for name-based UUIDs (RFC 9562, version 5). It never changes. */
const NAMESPACE = '6f0c6f0e-2c2e-4b0b-9a4b-6a3f6b1c9d11';

/** Returns the id of the staff member with this subject: `stf_` and a UUID that is derived from the subject. */
export function staffIdOf(subject: string): string {
  return `stf_${v5(subject, NAMESPACE)}`;
}
