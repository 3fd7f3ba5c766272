/** A person in one organisation, known by their sign-in identity (issuer and subject). */
import { inputHash } from '@kushk/credentials';
import type { Fact, StreamType } from '@kushk/decider';
import type { Role } from './organisation.js';

export interface Member {
  readonly personId: string;
  readonly organisationId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
}
export type PersonFact =
  Fact<'PersonAdded', Member & { at: string }> | Fact<'PersonRemoved', { by: string; at: string }>;
export type Person = { readonly status: 'absent' } | ({ readonly status: 'member' | 'removed' } & Member);

export const personStream: StreamType<Person, PersonFact> = {
  category: 'person',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

/** The place of one sign-in identity in one organisation: nobody belongs to it twice. */
export type MembershipFact =
  Fact<'MembershipTaken', { personId: string }> | Fact<'MembershipFreed', { personId: string }>;
export const membershipStream: StreamType<{ readonly personId: string | null }, MembershipFact> = {
  category: 'membership',
  initial: { personId: null },
  stateVersion: 1,
  evolve: (_membership, fact) => ({ personId: fact.type === 'MembershipTaken' ? fact.data.personId : null }),
};
/** Hashed: a provider's address and subject together may be longer than any stream id, and hold the space between them. */
export function membershipKey(organisationId: string, issuer: string, subject: string): string {
  return `${organisationId} ${inputHash([issuer, subject])}`;
}

function evolve(person: Person, fact: PersonFact): Person {
  if (fact.type === 'PersonAdded') {
    const { at: _at, ...member } = fact.data;
    return { status: 'member', ...member };
  }
  return person.status === 'absent' ? person : { ...person, status: 'removed' };
}
