import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, at, leadJoined, leadLeft, leadRole, removed } from '../test/example-staff.js';
import { removeStaff } from './remove-staff.js';
import { rosterStream } from './roster.js';
import { staffStream } from './staff-member.js';

const command = { leadRole, by: 'root', at };
const two = [rosterStream, leadJoined('olga'), leadJoined('omid')] as const;

describe('remove staff', () => {
  it('removes a member', () => {
    given({ member: [staffStream, added('olga', 'operator')], roster: two })
      .when((states) => removeStaff(command, states))
      .thenFactsOf({ member: [removed], roster: [leadLeft('olga')] });
    given({ member: [staffStream, added('rita', 'reviewer')], roster: two })
      .when((states) => removeStaff(command, states))
      .thenFactsOf({ member: [removed] });
  });

  it('rejects the removal of the last member with the lead role', () => {
    given({ member: [staffStream, added('olga', 'operator')], roster: [rosterStream, leadJoined('olga')] })
      .when((states) => removeStaff(command, states))
      .thenRefuses('staff.last_of_role', { role: 'operator' });
  });

  it('rejects a person who is not on the staff', () => {
    given({ member: [staffStream], roster: two })
      .when((states) => removeStaff(command, states))
      .thenRefuses('staff.not_found');
    given({ member: [staffStream, added('olga', 'operator'), removed], roster: two })
      .when((states) => removeStaff(command, states))
      .thenRefuses('staff.not_found');
  });
});
