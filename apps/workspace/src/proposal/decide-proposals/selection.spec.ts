import { describe, expect, it } from '@jest/globals';
import { selectionProblems } from './selection.js';

const selecting = { ids: null, filter: null, before: null, expected_count: null, reason: null };
const problemsOf = (request: object) =>
  selectionProblems({
    ...{ organisation_id: 'org_1', person_id: 'per_1', action: 'apply' as const },
    ...selecting,
    ...request,
  }).map(({ path, code }) => `${path} ${code}`);
const byFilter = { filter: {}, before: '2026-11-20T09:00:00Z', expected_count: 3 };

describe('selectionProblems', () => {
  it('accepts ids, or a filter with the time and the number of what the person saw', () => {
    expect([problemsOf({ ids: ['prp_1'] }), problemsOf(byFilter)]).toEqual([[], []]);
  });

  it('rejects both, neither, and a filter without time and number', () => {
    expect(problemsOf({ ...byFilter, ids: ['prp_1'] })).toEqual([
      '/filter not_allowed',
      '/before not_allowed',
      '/expected_count not_allowed',
    ]);
    expect(problemsOf({})).toEqual(['/ids required', '/before required', '/expected_count required']);
    expect(problemsOf({ filter: {} })).toEqual(['/before required', '/expected_count required']);
  });

  it('rejects a reason for what is applied, and an empty one', () => {
    expect(problemsOf({ ids: ['prp_1'], reason: 'x' })).toEqual(['/reason not_allowed']);
    expect(problemsOf({ ids: ['prp_1'], action: 'reject', reason: 'x' })).toEqual([]);
    expect(problemsOf({ ids: ['prp_1'], action: 'reject', reason: ' ' })).toEqual(['/reason required']);
  });
});
