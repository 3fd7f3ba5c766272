/** The case that the unit tests of the workspace use. */
import { NEW_CASE, type CaseFact, type CaseFields } from '../src/case/case.js';

export const at = '2026-11-20T09:00:00.000Z';
export const by = { personId: 'per_1', proposalId: null };
export const created = (fields: Partial<CaseFields> = {}): CaseFact => ({
  type: 'CaseCreated',
  data: { recordId: 'cas_1', organisationId: 'org_1', fields: { ...NEW_CASE, title: 'Case 1', ...fields }, by, at },
});
export const edited = (changes: Partial<CaseFields>, revision: number): CaseFact => ({
  type: 'CaseEdited',
  data: { changes, revision, by, at },
});
