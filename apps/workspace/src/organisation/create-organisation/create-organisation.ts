import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { join, type AddPerson } from '../../person/add-person/add-person.js';
import type { Membership, MembershipFact } from '../../person/membership.js';
import type { PersonData, PersonFact } from '../../person/person.js';
import type { Locale, Organisation, OrganisationFact } from '../organisation.js';

export interface CreateOrganisation {
  readonly organisationId: string;
  readonly name: string;
  readonly locale: Locale;
  readonly at: string;
  /** The first admin, who is required because only an admin can administer the organisation. */
  readonly admin: AddPerson;
}
interface States {
  readonly organisation: Organisation;
  readonly membership: Membership;
}
interface Facts {
  readonly organisation: readonly OrganisationFact[];
  readonly person: readonly PersonFact[];
  readonly membership: readonly MembershipFact[];
}

/** Creates an organisation together with its first admin. */
export function createOrganisation(
  { admin, ...data }: CreateOrganisation,
  { organisation, membership }: States,
): Decision<Facts, PersonData> {
  switch (organisation.status) {
    case 'active':
      return refuse('organisation.exists');
    case 'absent': {
      const joined = join(admin, membership);
      if (!joined.accepted) return joined;
      const created: OrganisationFact = { type: 'OrganisationCreated', data };
      return accept({ ...joined.facts, organisation: [created, ...joined.facts.organisation] }, joined.reply);
    }
    default:
      return unreachable(organisation);
  }
}
