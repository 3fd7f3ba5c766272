import { describe, expect, it } from '@jest/globals';
import { givenAll } from '@kushk/testing';
import { caseStream, type CaseFact } from '../case/case.js';
import { applyProposal, type Settle } from './apply-proposal/apply-proposal.js';
import { at, edited, freed, made, opened, settled, taken, wanted } from './example-proposal.js';
import { makeProposal, proposalProblems } from './make-proposal/make-proposal.js';
import { externalIdStream, proposalStream, type ProposalFact } from './proposal.js';
import { explainRejection, rejectProposal } from './reject-proposal/reject-proposal.js';

const admin: Settle = { organisationId: 'org_1', person: { id: 'per_1', role: 'admin' }, month: '2026-11', at };
const stranger: Settle = { ...admin, person: { id: 'per_2', role: 'member' } };
const about = (...record: CaseFact[]) =>
  givenAll({ externalId: [externalIdStream], proposal: [proposalStream], record: [caseStream, ...record] });
const pending = (record: CaseFact[] = [opened()], proposal: ProposalFact = made()) =>
  givenAll({
    externalId: [externalIdStream, taken],
    proposal: [proposalStream, proposal],
    record: [caseStream, ...record],
  });

describe('proposing', () => {
  it('puts a change before the people, upon the revision that stands', () => {
    about(opened(), edited({ title: 'Renamed' }, 2))
      .when((states) => makeProposal(wanted, states))
      .thenFactsOf({ externalId: [taken], proposal: [made({ baseRevision: 2 })] })
      .thenReplies({ created: true, proposal: { status: 'pending', baseRevision: 2, revision: 1 } });
  });

  it('is the same proposal with the same body, refused with another while it is pending, and new once it is settled', () => {
    pending()
      .when((states) => makeProposal({ ...wanted, proposalId: 'prp_2' }, states))
      .thenFacts()
      .thenReplies({ created: false, proposalId: 'prp_1' });
    pending()
      .when((states) => makeProposal({ ...wanted, proposalId: 'prp_2', inputHash: 'h2' }, states))
      .thenRefuses('proposal.external_id_exists', { proposal_id: 'prp_1' });
    givenAll({
      externalId: [externalIdStream, taken, freed],
      proposal: [proposalStream],
      record: [caseStream, opened()],
    })
      .when((states) => makeProposal({ ...wanted, proposalId: 'prp_2' }, states))
      .thenReplies({ created: true });
  });

  it('cannot be about a case that is absent, foreign, or hidden from the person of the handle', () => {
    about()
      .when((states) => makeProposal(wanted, states))
      .thenRefuses('case.not_found', { id: 'cas_1' });
    about(opened())
      .when((states) => makeProposal({ ...wanted, organisationId: 'org_2' }, states))
      .thenRefuses('case.not_found');
    const hidden = about(opened({ member_ids: ['per_1'] }));
    hidden
      .when((states) => makeProposal({ ...wanted, seenBy: { id: 'per_2', role: 'member' } }, states))
      .thenRefuses('case.not_found');
    hidden
      .when((states) => makeProposal({ ...wanted, seenBy: { id: 'per_1', role: 'member' } }, states))
      .thenReplies({ created: true });
  });

  it('cannot have seen a revision that is not there yet', () => {
    about(opened())
      .when((states) => makeProposal({ ...wanted, baseRevision: 2 }, states))
      .thenRefuses('proposal.invalid');
    about(opened(), edited({ title: 'Renamed' }, 2))
      .when((states) => makeProposal({ ...wanted, baseRevision: 1 }, states))
      .thenReplies({ proposal: { baseRevision: 1 } });
  });

  it('holds only what was declared', () => {
    const capabilities = {
      records: [],
      sources: [],
      proposals: [
        { record_type: 'case', actions: ['update' as const] },
        { record_type: 'document', actions: ['create' as const] },
      ],
    };
    const found = (more: object) => proposalProblems({ ...wanted, ...more }, capabilities)?.map(({ path }) => path);
    expect(found({})).toEqual([]);
    expect(found({ recordType: 'invoice' })).toBeUndefined();
    expect(found({ recordType: 'document' })).toEqual(['/record_type']);
    expect(found({ action: 'create', recordId: null, changes: { title: 'New' } })).toEqual(['/action']);
    expect(found({ recordId: null })).toEqual(['/record_id']);
    expect(found({ changes: { salary: 1 } })).toEqual(['/changes/salary']);
    expect(found({ changes: {} })).toEqual(['/changes']);
  });
});

describe('applying', () => {
  it('changes proposal and record together, and frees the external id', () => {
    pending()
      .when((states) => applyProposal({ ...admin, newRecordId: 'cas_9' }, states))
      .thenFactsOf({
        proposal: [{ type: 'ProposalApplied', data: { ...settled, recordId: 'cas_1' } }],
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

  it('makes the record of a proposal to create one', () => {
    const create = made({ action: 'create', recordId: null, baseRevision: null, changes: { title: 'Invoice 7' } });
    pending([], create)
      .when((states) => applyProposal({ ...admin, newRecordId: 'cas_9' }, states))
      .thenState({
        proposal: { status: 'applied', recordId: 'cas_9' },
        record: { status: 'present', caseId: 'cas_9', revision: 1, fields: { title: 'Invoice 7', status: 'open' } },
      });
  });

  it('is stale over a newer edit of the same field, with both values; not of another field, nor where both agree', () => {
    const command = { ...admin, newRecordId: 'cas_9' };
    pending([opened(), edited({ amount: '9' }, 2)])
      .when((states) => applyProposal(command, states))
      .thenRefuses('proposal.stale', { conflicts: [{ field: 'amount', proposed: '12.5', current: '9' }], revision: 2 });
    pending([opened(), edited({ title: 'Renamed' }, 2)])
      .when((states) => applyProposal(command, states))
      .thenReplies({ status: 'applied' });
    const agreed = pending([opened(), edited({ amount: '12.5' }, 2)]).when((states) => applyProposal(command, states));
    expect(agreed.facts.map(({ type }) => type)).toEqual(['ProposalApplied', 'ExternalIdFreed']);
  });

  it('is not for those who do not see the case, nor for another organisation', () => {
    const hidden = pending([opened({ member_ids: ['per_1'] })]);
    hidden
      .when((states) => applyProposal({ ...stranger, newRecordId: 'cas_9' }, states))
      .thenRefuses('proposal.not_found');
    hidden.when((states) => rejectProposal({ ...stranger, reason: null }, states)).thenRefuses('proposal.not_found');
    hidden
      .when((states) => applyProposal({ ...admin, organisationId: 'org_2', newRecordId: 'cas_9' }, states))
      .thenRefuses('proposal.not_found');
    hidden
      .when((states) =>
        applyProposal({ ...stranger, person: { id: 'per_1', role: 'member' }, newRecordId: 'cas_9' }, states),
      )
      .thenReplies({ status: 'applied' });
  });
});

describe('rejecting', () => {
  it('is a verdict at once, and a reason later an update of it', () => {
    const rejected = pending()
      .when((states) => rejectProposal({ ...admin, reason: null }, states))
      .thenFactsOf({
        proposal: [{ type: 'ProposalRejected', data: { ...settled, reason: null } }],
        externalId: [freed],
      });
    const explained = explainRejection({ ...admin, reason: 'Wrong case' }, rejected.state);
    expect(explained).toMatchObject({
      accepted: true,
      facts: { proposal: [{ type: 'RejectionExplained', data: { reason: 'Wrong case', revision: 2 } }] },
      reply: { status: 'rejected', reason: 'Wrong case', revision: 2, settledAt: at },
    });
    const other = givenAll({
      proposal: [proposalStream, made(), { type: 'ProposalRejected', data: { ...settled, reason: 'Wrong case' } }],
      record: [caseStream, opened()],
    });
    other.when((states) => explainRejection({ ...admin, reason: 'Wrong case' }, states)).thenFacts();
    other
      .when((states) => explainRejection({ ...stranger, reason: 'Wrong amount' }, states))
      .thenReplies({ revision: 2 });
  });

  it('happens once, and never to what was applied', () => {
    const applied = pending().when((states) => applyProposal({ ...admin, newRecordId: 'cas_9' }, states));
    expect(rejectProposal({ ...admin, reason: null }, applied.state)).toMatchObject({
      refusal: { code: 'proposal.settled', params: { status: 'applied' } },
    });
    expect(applyProposal({ ...admin, newRecordId: 'cas_9' }, applied.state)).toMatchObject({
      refusal: { code: 'proposal.settled' },
    });
    expect(explainRejection({ ...admin, reason: 'x' }, applied.state)).toMatchObject({
      refusal: { code: 'proposal.not_rejected', params: { status: 'applied' } },
    });
    pending()
      .when((states) => explainRejection({ ...admin, reason: 'x' }, states))
      .thenRefuses('proposal.not_rejected', { status: 'pending' });
  });
});
