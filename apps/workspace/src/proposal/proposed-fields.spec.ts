import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import type { CaseFact } from '../case/case.js';
import { created, edited } from '../../test/example-case.js';
import { made, settledData } from '../../test/example-proposal.js';
import { proposable, type ProposableFact, type ProposableRecord } from './proposable-records.js';
import { pendingProposal, proposalStream, type ExistingProposal, type Made, type ProposalFact } from './proposal.js';
import { conflictsOf, proposedFields } from './proposed-fields.js';

const caseAfter = (...facts: CaseFact[]): ProposableRecord =>
  fold(proposable('case').type.stream, facts as ProposableFact[]);
const proposalAfter = (...facts: ProposalFact[]): ExistingProposal => fold(proposalStream, facts) as ExistingProposal;

describe('proposedFields', () => {
  const pending = proposalAfter(made({ changes: { amount: '12.5' }, baseValues: { amount: '7' } }));

  it('has the value before, now and proposed of each field', () => {
    expect(proposedFields(pending, caseAfter(created({ amount: '7' })))).toEqual([
      { field: 'amount', base: '7', current: '7', proposed: '12.5', stale: false },
    ]);
  });

  const afterEdit = caseAfter(created({ amount: '7' }), edited({ amount: '9' }, 2));
  const afterUndo = caseAfter(created({ amount: '7' }), edited({ amount: '9' }, 2), edited({ amount: '7' }, 3));

  it('marks a field that has another value since, until that edit is taken back', () => {
    const fields = proposedFields(pending, afterEdit);
    expect(fields).toMatchObject([{ current: '9', stale: true }]);
    expect(conflictsOf(fields)).toEqual([{ field: 'amount', base: '7', current: '9', proposed: '12.5' }]);
    expect(proposedFields(pending, afterUndo)).toMatchObject([{ current: '7', stale: false }]);
  });

  it('marks a field of which the plugin had not read the value when it proposed', () => {
    const values = { changes: { amount: '12.5' }, baseValues: { amount: '9' } };
    const unread = proposalAfter(made({ ...values, editedFields: ['amount'] }));
    expect(proposedFields(unread, afterEdit)).toMatchObject([{ base: '9', current: '9', stale: true }]);
  });

  it('marks every field that was edited after the base revision in a proposal of 0.1.0', () => {
    const { editedFields: _, ...old } = made({ baseValues: { amount: '7' } }).data as Made & { at: string };
    expect(proposedFields(pendingProposal(old), afterUndo)).toMatchObject([{ current: '7', stale: true }]);
  });

  it('does not mark a field that already has the proposed value', () => {
    const record = caseAfter(created({ amount: '7' }), edited({ amount: '12.5' }, 2));
    expect(proposedFields(pending, record)).toMatchObject([{ stale: false }]);
  });

  it('marks nothing once the proposal is settled', () => {
    const applied = proposalAfter(made(), { type: 'ProposalApplied', data: { ...settledData, recordId: 'cas_1' } });
    expect(proposedFields(applied, caseAfter(created(), edited({ amount: '9' }, 2)))).toMatchObject([{ stale: false }]);
  });

  it('has no current value while the record does not exist', () => {
    const create = proposalAfter(made({ action: 'create', recordId: null, baseRevision: null, baseValues: {} }));
    expect(proposedFields(create, { status: 'absent' })).toEqual([
      { field: 'amount', base: null, current: null, proposed: '12.5', stale: false },
    ]);
  });
});
