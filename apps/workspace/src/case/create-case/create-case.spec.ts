import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { caseStream } from '../case.js';
import { at, by, created } from '../example-case.js';
import { createCase, type CreateCase } from './create-case.js';

const command: CreateCase = { caseId: 'cas_1', organisationId: 'org_1', fields: { title: 'Case 1' }, by, at };

describe('createCase', () => {
  it('creates an open case at revision 1 and sets default values for omitted fields', () => {
    given(caseStream)
      .when((state) => createCase(command, state))
      .thenFacts(created())
      .thenReplies({ revision: 1, fields: { title: 'Case 1', status: 'open', member_ids: null } });
  });

  it('rejects the id of an existing case', () => {
    given(caseStream, created())
      .when((state) => createCase(command, state))
      .thenRefuses('case.exists');
  });
});
