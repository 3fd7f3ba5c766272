import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, created, edited } from '../../../test/example-case.js';
import { byAdmin, byMember, endCounted, freed, made, pending, settledData } from '../../../test/example-proposal.js';
import type { ProposalAndRecord } from '../settle-access.js';
import { rejectProposal } from '../reject-proposal/reject-proposal.js';
import { applyProposal, type ApplyProposal } from './apply-proposal.js';

const apply =
  (overrides: Partial<ApplyProposal> = {}) =>
  (states: ProposalAndRecord) =>
    applyProposal({ ...byAdmin, newRecordId: 'cas_9', overwrite: false, seenRevision: null, ...overrides }, states);

describe('applyProposal', () => {
  it('changes the proposal and the case together, and releases the external id', () => {
    given(pending())
      .when(apply())
      .thenFactsOf({
        proposal: [
          {
            type: 'ProposalApplied',
            data: { ...settledData, recordId: 'cas_1', over: { revision: 2, formerValues: {} } },
          },
        ],
        quota: [endCounted],
        externalId: [freed],
        record: [
          {
            type: 'CaseEdited',
            data: { changes: { amount: '12.5' }, revision: 2, by: { personId: 'per_1', proposalId: 'prp_1' }, at },
          },
        ],
      })
      .thenReplies({ status: 'applied', settledAt: at });
  });

  it('creates the case that the plugin proposed', () => {
    const create = made({ action: 'create', recordId: null, baseRevision: null, changes: { title: 'Invoice 7' } });
    given(pending([], create))
      .when(apply())
      .thenState({
        proposal: { status: 'applied', recordId: 'cas_9' },
        record: { status: 'present', recordId: 'cas_9', revision: 1, fields: { title: 'Invoice 7', status: 'open' } },
      });
  });

  it('rejects a change of a field that was edited since the base revision, and returns its three values', () => {
    const conflicts = [{ field: 'amount', base: '7', current: '9', proposed: '12.5' }];
    given(pending([created({ amount: '7' }), edited({ amount: '9' }, 2)], made({ baseValues: { amount: '7' } })))
      .when(apply())
      .thenRefuses('proposal.stale', { conflicts, revision: 2 });
  });

  it('overwrites a newer edit when the person has seen it and wants to', () => {
    given(pending([created(), edited({ amount: '9' }, 2)]))
      .when(apply({ overwrite: true }))
      .thenState({ record: { revision: 3, fields: { amount: '12.5' } } });
  });

  it('rejects an overwrite of an edit that the person has not seen', () => {
    const states = pending([created({ amount: '7' }), edited({ amount: '8' }, 2), edited({ amount: '9' }, 3)]);
    given(states)
      .when(apply({ overwrite: true, seenRevision: 2 }))
      .thenRefuses('proposal.stale');
    given(states)
      .when(apply({ overwrite: true, seenRevision: 3 }))
      .thenState({ record: { revision: 4, fields: { amount: '12.5' } } });
  });

  it('applies the change when only another field was edited since the base revision', () => {
    given(pending([created(), edited({ title: 'Renamed' }, 2)]))
      .when(apply())
      .thenReplies({ status: 'applied' });
  });

  it('does not change the case when an edit has already made the same change', () => {
    given(pending([created(), edited({ amount: '12.5' }, 2)]))
      .when(apply())
      .thenFactsMatch({ type: 'ProposalApplied' }, endCounted, { type: 'ExternalIdFreed' });
  });

  it('rejects an attempt by another organisation or by a person who cannot see the case', () => {
    const hidden = given(pending([created({ member_ids: ['per_1'] })]));
    hidden.when(apply(byMember)).thenRefuses('proposal.not_found');
    hidden.when(apply({ organisationId: 'org_2' })).thenRefuses('proposal.not_found');
    hidden.when(apply({ person: { id: 'per_1', role: 'member' } })).thenReplies({ status: 'applied' });
  });

  it('rejects a proposal that is already settled', () => {
    given(pending()).when(apply()).when(apply()).thenRefuses('proposal.settled', { status: 'applied' });
    given(pending())
      .when((states) => rejectProposal({ ...byAdmin, reason: null }, states))
      .when(apply())
      .thenRefuses('proposal.settled', { status: 'rejected' });
  });
});
