import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Organisation, OrganisationFact } from '../../organisation/organisation.js';
import { endRulesOf } from '../../rule/end-rules.js';
import type { RuleSet, RuleSetFact } from '../../rule/rule-set.js';
import type { MembershipFact } from '../membership.js';
import type { Person, PersonFact } from '../person.js';

export interface RemovePerson {
  readonly organisationId: string;
  readonly by: string;
  readonly at: string;
}
interface Facts {
  readonly organisation: readonly OrganisationFact[];
  readonly person: readonly PersonFact[];
  readonly membership: readonly MembershipFact[];
  readonly ruleSet: readonly RuleSetFact[];
}
interface States {
  readonly organisation: Organisation;
  readonly person: Person;
  readonly ruleSet: RuleSet;
}

/** Ends a membership. The removal takes effect with the next request, even if the person's token is still valid. */
export function removePerson(command: RemovePerson, states: States): Decision<Facts, null> {
  const { person } = states;
  switch (person.status) {
    case 'absent':
    case 'removed':
      return refuse('person.not_found');
    case 'active':
      return person.organisationId === command.organisationId
        ? leave(command, states, person)
        : refuse('person.not_found');
    default:
      return unreachable(person);
  }
}

function leave(
  { by, at }: RemovePerson,
  { organisation, ruleSet }: States,
  { personId, role }: Extract<Person, { status: 'active' }>,
): Decision<Facts, null> {
  switch (organisation.status) {
    case 'absent':
      return refuse('person.not_found');
    case 'active': {
      if (role === 'admin' && organisation.adminIds.every((id) => id === personId)) return refuse('person.last_admin');
      return accept(
        {
          organisation: role === 'admin' ? [{ type: 'AdminLeft', data: { personId } }] : [],
          person: [{ type: 'PersonRemoved', data: { by, at } }],
          membership: [{ type: 'MembershipFreed', data: { personId } }],
          ruleSet: endRulesOf(ruleSet, { personId, at }),
        },
        null,
      );
    }
    default:
      return unreachable(organisation);
  }
}
