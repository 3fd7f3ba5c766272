import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { caseType, type CaseFact } from '../../case/case.js';
import { created, edited } from '../../../test/example-case.js';
import { counted, endCounted, freed, made, pending, proposing, taken } from '../../../test/example-proposal.js';
import { externalIdStream } from '../external-id.js';
import { proposalStream } from '../proposal.js';
import { proposalQuotaStream } from '../proposal-quota.js';
import { makeProposal } from './make-proposal.js';

const about = (...record: CaseFact[]) =>
  given({
    quota: [proposalQuotaStream],
    externalId: [externalIdStream],
    proposal: [proposalStream],
    record: [caseType.stream, ...record],
  });

describe('makeProposal', () => {
  it('proposes a change based on the current revision of the case', () => {
    about(created(), edited({ title: 'Renamed' }, 2))
      .when((states) => makeProposal(proposing, states))
      .thenFactsOf({ quota: [counted], externalId: [taken], proposal: [made({ baseRevision: 2 })] })
      .thenReplies({ created: true, proposal: { status: 'pending', baseRevision: 2, revision: 1 } });
  });

  it('keeps the base revision that the plugin sent and which fields were edited since, and rejects one that does not exist yet', () => {
    about(created(), edited({ title: 'Renamed', amount: '9' }, 2))
      .when((states) => makeProposal({ ...proposing, baseRevision: 1 }, states))
      .thenReplies({ proposal: { baseRevision: 1, editedFields: ['amount'] } });
    about(created())
      .when((states) => makeProposal({ ...proposing, baseRevision: 2 }, states))
      .thenRefuses('proposal.invalid');
  });

  it('proposes a new case without a base revision', () => {
    about()
      .when((states) =>
        makeProposal({ ...proposing, action: 'create', recordId: null, changes: { title: 'New' } }, states),
      )
      .thenReplies({ created: true, proposal: { baseRevision: null, recordId: null } });
  });

  it('returns the pending proposal for the same external id and the same content', () => {
    given(pending())
      .when((states) => makeProposal({ ...proposing, proposalId: 'prp_2' }, states))
      .thenFacts()
      .thenReplies({ created: false, proposalId: 'prp_1' });
  });

  it('rejects different content for the external id of a pending proposal', () => {
    given(pending())
      .when((states) => makeProposal({ ...proposing, proposalId: 'prp_2', inputHash: 'h2' }, states))
      .thenRefuses('proposal.external_id_exists', { proposal_id: 'prp_1' });
  });

  it('accepts the external id of a settled proposal for a new proposal', () => {
    given({
      quota: [proposalQuotaStream],
      externalId: [externalIdStream, taken, freed],
      proposal: [proposalStream],
      record: [caseType.stream, created()],
    })
      .when((states) => makeProposal({ ...proposing, proposalId: 'prp_2' }, states))
      .thenReplies({ created: true });
  });

  it('rejects a case that is absent or belongs to another organisation', () => {
    about()
      .when((states) => makeProposal(proposing, states))
      .thenRefuses('case.not_found', { id: 'cas_1' });
    about(created())
      .when((states) => makeProposal({ ...proposing, organisationId: 'org_2' }, states))
      .thenRefuses('case.not_found');
  });

  it('rejects a case that the person of the handle cannot see', () => {
    const hidden = about(created({ member_ids: ['per_1'] }));
    hidden
      .when((states) => makeProposal({ ...proposing, viewer: { id: 'per_2', role: 'member' } }, states))
      .thenRefuses('case.not_found');
    hidden
      .when((states) => makeProposal({ ...proposing, viewer: { id: 'per_1', role: 'member' } }, states))
      .thenReplies({ created: true })
      .when((states) => makeProposal({ ...proposing, viewer: { id: 'per_2', role: 'member' } }, states))
      .thenRefuses('case.not_found', { id: 'cas_1' });
  });

  it('rejects an assignee who cannot see the case', () => {
    const hidden = about(created({ member_ids: ['per_1'] }));
    const assignedTo = (id: string, role: 'admin' | 'member') => (states: Parameters<typeof makeProposal>[1]) =>
      makeProposal({ ...proposing, assigneeId: id, assignee: { id, role } }, states);
    hidden
      .when(assignedTo('per_2', 'member'))
      .thenRefuses('proposal.invalid', { problems: [expect.objectContaining({ code: 'record_not_visible' })] });
    hidden.when(assignedTo('per_1', 'member')).thenReplies({ proposal: { assigneeId: 'per_1' } });
    hidden.when(assignedTo('per_3', 'admin')).thenFactsOf({
      quota: [counted],
      externalId: [taken],
      proposal: [made({ assigneeId: 'per_3' })],
    });
  });

  it('rejects a proposal when too many are pending, until one is settled or withdrawn', () => {
    const full = { ...pending([created()]), externalId: [externalIdStream], proposal: [proposalStream] } as const;
    given({ ...full, quota: [proposalQuotaStream, counted, counted] })
      .when((states) => makeProposal(proposing, states))
      .thenRefuses('quota.exceeded', { quota: 'pending_proposals', limit: 2, used: 2 });
    given({ ...full, quota: [proposalQuotaStream, counted, counted, endCounted] })
      .when((states) => makeProposal(proposing, states))
      .thenState({ quota: { pending: 2 } });
  });

  it('throws when a proposal with this id already exists', () => {
    const history = { ...pending(), externalId: [externalIdStream] } as const;
    expect(() => given(history).when((states) => makeProposal(proposing, states))).toThrow('proposal prp_1 exists');
  });
});
