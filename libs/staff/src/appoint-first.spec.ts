import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { appointFirst } from './appoint-first.js';
import { added, at, leadJoined, leadRole, removed } from '../test/example-staff.js';
import { rosterStream } from './roster.js';
import { staffStream } from './staff-member.js';

const command = { subject: 'olga', leadRole, at };
const roster = [rosterStream, leadJoined('omid')] as const;

describe('appoint the first staff member', () => {
  it('adds the configured person with the lead role, also beside others', () => {
    given({ member: [staffStream], roster })
      .when((states) => appointFirst(command, states))
      .thenFactsOf({ member: [added('olga', 'operator')], roster: [leadJoined('olga')] });
  });

  it('leaves a person who is or was staff as staff left them', () => {
    given({ member: [staffStream, added('olga', 'reviewer')], roster })
      .when((states) => appointFirst(command, states))
      .thenFactsOf({});
    given({ member: [staffStream, added('olga', 'operator'), removed], roster })
      .when((states) => appointFirst(command, states))
      .thenFactsOf({});
  });
});
