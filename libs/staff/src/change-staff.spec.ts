import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { changeStaff } from './change-staff.js';
import { added, at, leadJoined, leadLeft, leadRole, removed } from '../test/example-staff.js';
import { rosterStream } from './roster.js';
import { staffStream } from './staff-member.js';

const command = { name: null, roles: null, leadRole, by: 'root', at };
const olga = [staffStream, added('olga', 'operator')] as const;
const alone = [rosterStream, leadJoined('olga')] as const;
const two = [rosterStream, leadJoined('olga'), leadJoined('omid')] as const;

describe('change staff', () => {
  it('changes roles and leaves the name', () => {
    given({ member: olga, roster: two })
      .when((states) => changeStaff({ ...command, roles: ['billing'] }, states))
      .thenFactsOf({
        member: [{ type: 'StaffChanged', data: { name: 'olga', roles: ['billing'], by: 'root', at } }],
        roster: [leadLeft('olga')],
      });
  });

  it('rejects a change that leaves nobody with the lead role', () => {
    given({ member: olga, roster: alone })
      .when((states) => changeStaff({ ...command, roles: ['billing'] }, states))
      .thenRefuses('staff.last_of_role', { role: 'operator' });
  });

  it('lets the last operator change everything but the lead role', () => {
    given({ member: olga, roster: alone })
      .when((states) => changeStaff({ ...command, name: 'Olga', roles: ['operator', 'billing'] }, states))
      .thenState({ member: { name: 'Olga', roles: ['operator', 'billing'] }, roster: { leadIds: { length: 1 } } });
  });

  it('records nothing when nothing changes', () => {
    given({ member: olga, roster: alone })
      .when((states) => changeStaff({ ...command, name: 'olga', roles: ['operator'] }, states))
      .thenFactsOf({});
  });

  it('rejects a person who is not on the staff, and an invalid name', () => {
    for (const member of [[staffStream] as const, [...olga, removed] as const])
      given({ member, roster: two })
        .when((states) => changeStaff({ ...command, name: 'Olga' }, states))
        .thenRefuses('staff.not_found');
    given({ member: olga, roster: two })
      .when((states) => changeStaff({ ...command, name: '' }, states))
      .thenRefuses('request.invalid');
  });
});
