import { accept, refuse, type Decision } from '@kushk/decider';
import type { Organisation, OrganisationFact } from '../organisation.js';
import type { MembershipFact, Person, PersonFact } from '../person.js';

type Facts = { organisation: OrganisationFact[]; person: PersonFact[]; membership: MembershipFact[] };

/** Ends a membership: it counts for the next request, whatever token the person still holds (contract §2). */
export function removePerson(
  command: { readonly by: string; readonly at: string },
  { organisation, person }: { organisation: Organisation; person: Person },
): Decision<Facts, null> {
  if (
    person.status !== 'member' ||
    organisation.status === 'absent' ||
    person.organisationId !== organisation.organisationId
  )
    return refuse('person.not_found');
  const { personId, role } = person;
  if (role === 'admin' && organisation.adminIds.every((id) => id === personId)) return refuse('person.last_admin');
  return accept(
    {
      organisation: role === 'admin' ? [{ type: 'AdminLeft', data: { personId } }] : [],
      person: [{ type: 'PersonRemoved', data: command }],
      membership: [{ type: 'MembershipFreed', data: { personId } }],
    },
    null,
  );
}
