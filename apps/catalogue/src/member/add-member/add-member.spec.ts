import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { absentPublisher, added, at, knownPublisher, memberWith, removed } from '../../../test/example-member.js';
import { memberIdOf } from '../member.js';
import { addMember } from './add-member.js';

const command = { publisherId: 'acme', subject: 'dev|sara', name: 'سارا', by: 'olga', at };
const id = memberIdOf('acme', 'dev|sara');

describe('add member', () => {
  it.each([[memberWith()], [memberWith(added, removed)]])(
    'adds a person, also one who was removed before',
    (member) => {
      given({ publisher: knownPublisher, member })
        .when((states) => addMember(command, states))
        .thenFactsOf({ member: [added] })
        .thenReplies({ id, subject: 'dev|sara', name: 'سارا', added_at: at });
    },
  );

  it('rejects a person who belongs to the publisher already', () => {
    given({ publisher: knownPublisher, member: memberWith(added) })
      .when((states) => addMember({ ...command, name: 'Another' }, states))
      .thenRefuses('member.exists', { id });
  });

  it('rejects an unknown publisher, and a name that could be mistaken for another', () => {
    given({ publisher: absentPublisher, member: memberWith() })
      .when((states) => addMember(command, states))
      .thenRefuses('publisher.not_found', { id: 'acme' });
    given({ publisher: knownPublisher, member: memberWith() })
      .when((states) => addMember({ ...command, name: 'a\u202eb' }, states))
      .thenRefuses('request.invalid');
  });
});
