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
  it('raises the revision and records which fields changed in it', () => {
    given(caseStream, created({ amount: '1' }))
      .when(edit({ changes: { title: 'Renamed', amount: '1' } }))
      .thenFacts(edited({ title: 'Renamed' }, 2))
      .thenReplies({ revision: 2, fields: { title: 'Renamed', amount: '1' }, fieldRevisions: { title: 2 } });
  });

  it('changes nothing when the case has these values already', () => {
    given(caseStream, created())
      .when(edit({ changes: { title: 'Case 1' } }))
      .thenFacts()
      .thenReplies({ revision: 1 });
  });

  it('refuses when the author has seen another revision', () => {
    given(caseStream, created(), edited({ amount: '2' }, 2))
      .when(edit({ revision: 1 }))
      .thenRefuses('case.revision_conflict', { revision: 2 });
    given(caseStream, created(), edited({ amount: '2' }, 2))
      .when(edit({ revision: 2 }))
      .thenFacts(edited({ title: 'Renamed' }, 3));
  });

  it('hides a case from another organisation and from people who are not its members', () => {
    const members = given(caseStream, created({ member_ids: ['per_1'] }));
    members.when(edit({ organisationId: 'org_2' })).thenRefuses('case.not_found');
    members.when(edit({ viewer: { id: 'per_2', role: 'member' } })).thenRefuses('case.not_found');
    members.when(edit({ viewer: { id: 'per_2', role: 'admin' } })).thenReplies({ revision: 2 });
    members.when(edit()).thenReplies({ revision: 2 });
  });

  it('refuses a case that does not exist', () => {
    given(caseStream).when(edit()).thenRefuses('case.not_found');
  });
});
