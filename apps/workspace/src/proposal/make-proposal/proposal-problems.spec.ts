import { describe, expect, it } from '@jest/globals';
import { proposing } from '../../../test/example-proposal.js';
import { capabilityProblems, textProblems } from './proposal-problems.js';

const capabilities = {
  records: [],
  sources: [],
  proposals: [
    { record_type: 'case', actions: ['update' as const] },
    { record_type: 'ledger', actions: ['create' as const] },
  ],
};
const pathsOf = (overrides: object) =>
  capabilityProblems({ ...proposing, ...overrides }, capabilities)?.map(({ path }) => path);

describe('capabilityProblems', () => {
  it('accepts a proposal that the manifest declares', () => {
    expect(pathsOf({})).toEqual([]);
  });

  it('returns null for a record type that the manifest does not declare', () => {
    expect(pathsOf({ recordType: 'invoice' })).toBeUndefined();
  });

  it.each([
    ['a record type that the platform does not have', { recordType: 'ledger' }, '/record_type'],
    ['an action that is not declared', { action: 'create', recordId: null, changes: { title: 'New' } }, '/action'],
    ['an update without a record', { recordId: null }, '/record_id'],
    ['an unknown field', { changes: { salary: 1 } }, '/changes/salary'],
    ['no change', { changes: {} }, '/changes'],
  ])('reports %s', (_problem, overrides, path) => {
    expect(pathsOf(overrides)).toEqual([path]);
  });
});

describe('textProblems', () => {
  it('reports an external id that is empty or too long, and an empty summary', () => {
    const paths = (overrides: object) => textProblems({ ...proposing, ...overrides }).map(({ path }) => path);
    expect(paths({})).toEqual([]);
    expect(paths({ externalId: '👾'.repeat(200) })).toEqual([]);
    for (const externalId of ['', 'x'.repeat(201), 'a\u0000b', '\ud800'])
      expect(paths({ externalId })).toEqual(['/external_id']);
    expect(paths({ summary: ' ' })).toEqual(['/summary']);
  });
});
