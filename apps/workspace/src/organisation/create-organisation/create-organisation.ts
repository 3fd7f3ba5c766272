import { accept, fold, refuse, type Decision } from '@kushk/decider';
import { addPerson, type AddPerson } from '../add-person/add-person.js';
import { organisationStream, type Locale, type Organisation, type OrganisationFact } from '../organisation.js';
import type { Member, MembershipFact, PersonFact } from '../person.js';

export interface CreateOrganisation {
  readonly organisationId: string;
  readonly name: string;
  readonly locale: Locale;
  readonly at: string;
  /** Its first admin: an organisation without one could not be administered. */
  readonly admin: AddPerson;
}
type Facts = { organisation: OrganisationFact[]; person: PersonFact[]; membership: MembershipFact[] };
type States = { organisation: Organisation; membership: { readonly personId: string | null } };

export function createOrganisation(command: CreateOrganisation, states: States): Decision<Facts, Member> {
  if (states.organisation.status !== 'absent') return refuse('organisation.exists');
  const { organisationId, name, locale, at, admin } = command;
  const created: OrganisationFact = { type: 'OrganisationCreated', data: { organisationId, name, locale, at } };
  const joined = addPerson(admin, { organisation: fold(organisationStream, [created]), membership: states.membership });
  return joined.accepted
    ? accept({ ...joined.facts, organisation: [created, ...joined.facts.organisation] }, joined.reply)
    : joined;
}
