import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { adminJoined, created } from '../../../test/example-organisation.js';
import { organisationStream } from '../../organisation/organisation.js';
import { added, at, freed, removed, taken } from '../../../test/example-person.js';
import { ruleEnded, ruleMade } from '../../../test/example-rule.js';
import { ruleSetStream } from '../../rule/rule-set.js';
import { membershipStream } from '../membership.js';
import { personStream } from '../person.js';
import { removePerson } from './remove-person.js';

const command = { organisationId: 'org_1', by: 'per_2', at };
const twoAdmins = [created, adminJoined('per_1'), adminJoined('per_2')];
const ruleSet = [ruleSetStream] as const;
const streams = { person: [personStream, added], membership: [membershipStream, taken], ruleSet } as const;

describe('removePerson', () => {
  it('removes a person and releases the membership', () => {
    given({ ...streams, organisation: [organisationStream, ...twoAdmins] })
      .when((states) => removePerson(command, states))
      .thenFactsOf({
        organisation: [{ type: 'AdminLeft', data: { personId: 'per_1' } }],
        person: [removed],
        membership: [freed],
      })
      .thenState({ organisation: { adminIds: ['per_2'] }, person: { status: 'removed' } });
  });

  it('ends the rules that the person made, in the same commit, and no others', () => {
    const others = ruleMade({ ruleId: 'rul_2', createdBy: 'per_2' });
    given({
      ...streams,
      organisation: [organisationStream, ...twoAdmins],
      ruleSet: [ruleSetStream, ruleMade(), others],
    })
      .when((states) => removePerson(command, states))
      .thenState({ ruleSet: { rules: [{ ruleId: 'rul_2' }] } })
      .thenFactsMatch(
        { type: 'AdminLeft' },
        { type: 'PersonRemoved' },
        { type: 'MembershipFreed' },
        { type: 'RuleEnded', data: ruleEnded.data },
      );
  });

  it('rejects the removal of the last admin', () => {
    given({ ...streams, organisation: [organisationStream, created, adminJoined('per_1')] })
      .when((states) => removePerson(command, states))
      .thenRefuses('person.last_admin');
  });

  it('rejects a person who is absent, removed or in another organisation', () => {
    const organisation = [organisationStream, ...twoAdmins] as const;
    given({ organisation, ruleSet, person: [personStream] })
      .when((states) => removePerson(command, states))
      .thenRefuses('person.not_found');
    given({ organisation, ruleSet, person: [personStream, added, removed] })
      .when((states) => removePerson(command, states))
      .thenRefuses('person.not_found');
    given({ organisation, ruleSet, person: [personStream, added] })
      .when((states) => removePerson({ ...command, organisationId: 'org_2' }, states))
      .thenRefuses('person.not_found');
  });
});
