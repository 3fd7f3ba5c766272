import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, at, removed } from '../../../test/example-member.js';
import { memberStream } from '../member.js';
import { removeMember } from './remove-member.js';

const command = { publisherId: 'acme', id: 'mbr_1', by: 'olga', at };

describe('remove member', () => {
  it('removes a member', () => {
    given(memberStream, added)
      .when((member) => removeMember(command, member))
      .thenFacts(removed)
      .thenState({ status: 'removed' });
  });

  it('rejects a person who does not belong to the publisher', () => {
    for (const history of [[], [added, removed]])
      given(memberStream, ...history)
        .when((member) => removeMember(command, member))
        .thenRefuses('member.not_found', { id: 'mbr_1' });
    given(memberStream, added)
      .when((member) => removeMember({ ...command, publisherId: 'beta' }, member))
      .thenRefuses('member.not_found', { id: 'mbr_1' });
  });
});
