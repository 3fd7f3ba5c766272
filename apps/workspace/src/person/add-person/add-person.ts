import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Organisation, OrganisationFact } from '../../organisation/organisation.js';
import type { Membership, MembershipFact } from '../membership.js';
import type { PersonData, PersonFact } from '../person.js';

export type AddPerson = PersonData & { readonly at: string };
interface States {
  readonly organisation: Organisation;
  readonly membership: Membership;
}
interface Facts {
  readonly organisation: readonly OrganisationFact[];
  readonly person: readonly PersonFact[];
  readonly membership: readonly MembershipFact[];
}

/** Adds a person to an organisation. Each sign-in identity can belong to it only once. */
export function addPerson(command: AddPerson, { organisation, membership }: States): Decision<Facts, PersonData> {
  switch (organisation.status) {
    case 'absent':
      return refuse('organisation.not_found');
    case 'active':
      return join(command, membership);
    default:
      return unreachable(organisation);
  }
}

/** Decides the command for an organisation that exists. */
export function join(command: AddPerson, membership: Membership): Decision<Facts, PersonData> {
  switch (membership.status) {
    case 'taken':
      return refuse('person.exists', { id: membership.personId });
    case 'free': {
      const { at: _at, ...person } = command;
      const { personId, role } = person;
      return accept(
        {
          organisation: role === 'admin' ? [{ type: 'AdminJoined', data: { personId } }] : [],
          person: [{ type: 'PersonAdded', data: command }],
          membership: [{ type: 'MembershipTaken', data: { personId } }],
        },
        person,
      );
    }
    default:
      return unreachable(membership);
  }
}
