import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { addStaff } from './add-staff.js';
import { added, at, leadJoined, leadRole, removed } from '../test/example-staff.js';
import { rosterStream } from './roster.js';
import { staffIdOf, staffStream } from './staff-member.js';

const command = { subject: 'olga', name: 'Olga', roles: ['operator', 'billing'], leadRole, by: 'root', at };
const roster = [rosterStream] as const;

describe('add staff', () => {
  it('adds a person with roles and records who manages staff', () => {
    const data = { id: staffIdOf('olga'), subject: 'olga', name: 'Olga', roles: ['operator', 'billing'] };
    given({ member: [staffStream], roster })
      .when((states) => addStaff(command, states))
      .thenFactsOf({
        member: [{ type: 'StaffAdded', data: { ...data, by: 'root', at } }],
        roster: [leadJoined('olga')],
      })
      .thenReplies(data);
  });

  it('adds a person who was removed', () => {
    given({ member: [staffStream, added('olga', 'reviewer'), removed], roster })
      .when((states) => addStaff({ ...command, roles: ['reviewer'] }, states))
      .thenState({ member: { status: 'active', roles: ['reviewer'] }, roster: { leadIds: [] } });
  });

  it('rejects a subject that is already on the staff', () => {
    given({ member: [staffStream, added('olga', 'reviewer')], roster })
      .when((states) => addStaff(command, states))
      .thenRefuses('staff.exists', { id: staffIdOf('olga') });
  });

  it.each([{ name: ' ' }, { name: 'two\nlines' }, { subject: '' }, { subject: 's'.repeat(256) }])(
    'rejects the invalid text %j',
    (invalid) => {
      given({ member: [staffStream], roster })
        .when((states) => addStaff({ ...command, ...invalid }, states))
        .thenRefuses('request.invalid');
    },
  );
});
