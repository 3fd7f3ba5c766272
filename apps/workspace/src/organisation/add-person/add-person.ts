import { accept, refuse, type Decision } from '@kushk/decider';
import type { Organisation, OrganisationFact } from '../organisation.js';
import type { Member, MembershipFact, PersonFact } from '../person.js';

export type AddPerson = Member & { readonly at: string };
type Facts = { organisation: OrganisationFact[]; person: PersonFact[]; membership: MembershipFact[] };
type States = { organisation: Organisation; membership: { readonly personId: string | null } };

/** Takes a person into an organisation, once per sign-in identity. */
export function addPerson(command: AddPerson, { organisation, membership }: States): Decision<Facts, Member> {
  if (organisation.status === 'absent') return refuse('organisation.not_found');
  if (membership.personId !== null) return refuse('person.exists', { id: membership.personId });
  const { personId, role } = command;
  const { at: _at, ...member } = command;
  return accept(
    {
      organisation: role === 'admin' ? [{ type: 'AdminJoined', data: { personId } }] : [],
      person: [{ type: 'PersonAdded', data: command }],
      membership: [{ type: 'MembershipTaken', data: { personId } }],
    },
    member,
  );
}
