import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Organisation, OrganisationFact, Role } from '../../organisation/organisation.js';
import { endRulesOf } from '../../rule/end-rules.js';
import type { RuleSet, RuleSetFact } from '../../rule/rule-set.js';
import type { Person, PersonData, PersonFact } from '../person.js';

export interface ChangePerson {
  readonly organisationId: string;
  /** Null leaves the name, or the role, as it is. */
  readonly name: string | null;
  readonly role: Role | null;
  readonly by: string;
  readonly at: string;
}
interface Facts {
  readonly organisation?: readonly OrganisationFact[];
  readonly person?: readonly PersonFact[];
  readonly ruleSet?: readonly RuleSetFact[];
}
interface States {
  readonly organisation: Organisation;
  readonly person: Person;
  readonly ruleSet: RuleSet;
}

/**
 * Changes a person's name and role. A new role takes effect with the next request, also of a plugin that acts for the
 * person by a handle.
 */
export function changePerson(command: ChangePerson, states: States): Decision<Facts, PersonData> {
  const { person } = states;
  switch (person.status) {
    case 'absent':
    case 'removed':
      return refuse('person.not_found');
    case 'active':
      return person.organisationId === command.organisationId
        ? change(command, person, states)
        : refuse('person.not_found');
    default:
      return unreachable(person);
  }
}

function change(
  { name, role, by, at }: ChangePerson,
  person: Extract<Person, { status: 'active' }>,
  { organisation, ruleSet }: States,
): Decision<Facts, PersonData> {
  const { personId } = person;
  const changed = { ...person, name: name ?? person.name, role: role ?? person.role };
  if (changed.name === person.name && changed.role === person.role) return accept({}, changed);
  const fact: PersonFact = { type: 'PersonChanged', data: { name: changed.name, role: changed.role, by, at } };
  if (changed.role === person.role) return accept({ person: [fact] }, changed);
  switch (changed.role) {
    case 'admin':
      return accept({ person: [fact], organisation: [{ type: 'AdminJoined', data: { personId } }] }, changed);
    case 'member': {
      if (isLastAdmin(organisation, personId)) return refuse('person.last_admin');
      const left: OrganisationFact = { type: 'AdminLeft', data: { personId } };
      return accept({ person: [fact], organisation: [left], ruleSet: endRulesOf(ruleSet, { personId, at }) }, changed);
    }
    default:
      return unreachable(changed.role);
  }
}

function isLastAdmin(organisation: Organisation, personId: string): boolean {
  switch (organisation.status) {
    case 'absent':
      return false;
    case 'active':
      return organisation.adminIds.every((id) => id === personId);
    default:
      return unreachable(organisation);
  }
}
