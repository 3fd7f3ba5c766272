import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { caseStream, type Case } from '../case.js';
import { at, by, created, edited } from '../example-case.js';
import { editCase, type EditCase } from './edit-case.js';

const rename: EditCase = {
  organisationId: 'org_1',
  viewer: { id: 'per_1', role: 'member' },
  changes: { title: 'Renamed' },
  revision: null,
  by,
  at,
};
const edit =
  (overrides: Partial<EditCase> = {}) =>
  (state: Case) =>
    editCase({ ...rename, ...overrides }, state);

describe('editCase', () => {
  it('increments the revision and records it for each changed field', () => {
    given(caseStream, created({ amount: '1' }))
      .when(edit({ changes: { title: 'Renamed', amount: '1' } }))
      .thenFacts(edited({ title: 'Renamed' }, 2))
      .thenReplies({ revision: 2, fields: { title: 'Renamed', amount: '1' }, fieldRevisions: { title: 2 } });
  });

  it('appends no fact when the case already has these values', () => {
    given(caseStream, created())
      .when(edit({ changes: { title: 'Case 1' } }))
      .thenFacts()
      .thenReplies({ revision: 1 });
  });

  it('rejects an edit based on another revision', () => {
    given(caseStream, created(), edited({ amount: '2' }, 2))
      .when(edit({ revision: 1 }))
      .thenRefuses('case.revision_conflict', { revision: 2 });
    given(caseStream, created(), edited({ amount: '2' }, 2))
      .when(edit({ revision: 2 }))
      .thenFacts(edited({ title: 'Renamed' }, 3));
  });

  it('rejects an edit by another organisation or by a person who is not a member of the case', () => {
    const members = given(caseStream, created({ member_ids: ['per_1'] }));
    members.when(edit({ organisationId: 'org_2' })).thenRefuses('case.not_found');
    members.when(edit({ viewer: { id: 'per_2', role: 'member' } })).thenRefuses('case.not_found');
    members.when(edit({ viewer: { id: 'per_2', role: 'admin' } })).thenReplies({ revision: 2 });
    members.when(edit()).thenReplies({ revision: 2 });
  });

  it('rejects an edit of a case that does not exist', () => {
    given(caseStream).when(edit()).thenRefuses('case.not_found');
  });
});
