import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { adminJoined, created } from '../../../test/example-organisation.js';
import { organisationStream } from '../../organisation/organisation.js';
import { ruleEnded, ruleMade } from '../../../test/example-rule.js';
import { ruleSetStream } from '../../rule/rule-set.js';
import { added, at, removed } from '../../../test/example-person.js';
import { personStream } from '../person.js';
import { changePerson } from './change-person.js';

const command = { organisationId: 'org_1', name: null, role: null, by: 'per_2', at };
const twoAdmins = [organisationStream, created, adminJoined('per_1'), adminJoined('per_2')] as const;
const streams = { person: [personStream, added], ruleSet: [ruleSetStream], organisation: twoAdmins } as const;

describe('changePerson', () => {
  it('makes an admin a member and ends the rules that the admin made, in one commit', () => {
    given({ ...streams, ruleSet: [ruleSetStream, ruleMade()] })
      .when((states) => changePerson({ ...command, role: 'member' }, states))
      .thenFactsOf({
        person: [{ type: 'PersonChanged', data: { name: 'Sara', role: 'member', by: 'per_2', at } }],
        organisation: [{ type: 'AdminLeft', data: { personId: 'per_1' } }],
        ruleSet: [ruleEnded],
      })
      .thenReplies({ personId: 'per_1', role: 'member' });
  });

  it('changes the name alone, and records nothing when nothing changes', () => {
    given(streams)
      .when((states) => changePerson({ ...command, name: 'Sara Karimi' }, states))
      .thenFactsOf({
        person: [{ type: 'PersonChanged', data: { name: 'Sara Karimi', role: 'admin', by: 'per_2', at } }],
      });
    given(streams)
      .when((states) => changePerson({ ...command, name: 'Sara', role: 'admin' }, states))
      .thenFactsOf({});
  });

  it('rejects to make the last admin a member', () => {
    given({ ...streams, organisation: [organisationStream, created, adminJoined('per_1')] })
      .when((states) => changePerson({ ...command, role: 'member' }, states))
      .thenRefuses('person.last_admin');
  });

  it('rejects a person who is absent, removed or in another organisation', () => {
    given({ ...streams, person: [personStream] })
      .when((states) => changePerson({ ...command, role: 'member' }, states))
      .thenRefuses('person.not_found');
    given({ ...streams, person: [personStream, added, removed] })
      .when((states) => changePerson({ ...command, role: 'member' }, states))
      .thenRefuses('person.not_found');
    given(streams)
      .when((states) => changePerson({ ...command, organisationId: 'org_2', role: 'member' }, states))
      .thenRefuses('person.not_found');
  });
});
