import { describe, expect, it } from '@jest/globals';
import { acceptanceProblems, type AcceptanceFields } from './acceptance-problems.js';

const nothing: AcceptanceFields = { session_id: undefined, case_id: undefined, member_ids: undefined };
const pathsOf = (kind: 'document' | 'message', fields: Partial<AcceptanceFields>) =>
  acceptanceProblems(kind, { ...nothing, ...fields }).map(({ path, code }) => `${path} ${code}`);

describe('acceptanceProblems', () => {
  it('requires the members of a document to be named, also when they are the whole organisation', () => {
    expect(pathsOf('document', {})).toEqual(['/member_ids required']);
    expect(pathsOf('document', { member_ids: null, case_id: 'cas_1' })).toEqual([]);
    expect(pathsOf('document', { member_ids: [], session_id: 'ses_1' })).toEqual(['/session_id not_allowed']);
  });

  it('requires the session of a message, which decides who sees it', () => {
    expect(pathsOf('message', {})).toEqual(['/session_id required']);
    expect(pathsOf('message', { session_id: 'ses_1', member_ids: null })).toEqual([]);
    expect(pathsOf('message', { session_id: 'ses_1', case_id: 'cas_1', member_ids: ['per_1'] })).toEqual([
      '/case_id not_allowed',
      '/member_ids not_allowed',
    ]);
  });
});
