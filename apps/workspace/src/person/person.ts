/** A person in one organisation, identified by a sign-in identity (issuer and subject). */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { Role } from '../organisation/organisation.js';

export interface PersonData {
  readonly personId: string;
  readonly organisationId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
}
export type PersonFact =
  | Fact<'PersonAdded', PersonData & { at: string }>
  | Fact<'PersonChanged', Pick<PersonData, 'name' | 'role'> & { by: string; at: string }>
  | Fact<'PersonRemoved', { by: string; at: string }>;
export type Person =
  | { readonly status: 'absent' }
  | ({ readonly status: 'active' } & PersonData)
  | ({ readonly status: 'removed' } & PersonData);

export const personStream: StreamType<Person, PersonFact> = {
  category: 'person',
  factTypes: { PersonAdded: true, PersonChanged: true, PersonRemoved: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(person: Person, fact: PersonFact): Person {
  switch (fact.type) {
    case 'PersonAdded': {
      const { at: _at, ...data } = fact.data;
      return { status: 'active', ...data };
    }
    case 'PersonChanged': {
      const { name, role } = fact.data;
      return person.status === 'absent' ? person : { ...person, name, role };
    }
    case 'PersonRemoved':
      return person.status === 'absent' ? person : { ...person, status: 'removed' };
    default:
      return unreachable(fact);
  }
}
