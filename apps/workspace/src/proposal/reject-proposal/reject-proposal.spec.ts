import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { created } from '../../../test/example-case.js';
import { applyProposal } from '../apply-proposal/apply-proposal.js';
import { byAdmin, byMember, endCounted, freed, pending, settledData } from '../../../test/example-proposal.js';
import { rejectProposal } from './reject-proposal.js';

const withoutReason = { ...byAdmin, reason: null };

describe('rejectProposal', () => {
  it('rejects with or without a reason, and releases the external id', () => {
    for (const reason of [null, 'Wrong case'])
      given(pending())
        .when((states) => rejectProposal({ ...byAdmin, reason }, states))
        .thenFactsOf({
          proposal: [{ type: 'ProposalRejected', data: { ...settledData, reason } }],
          quota: [endCounted],
          externalId: [freed],
        })
        .thenReplies({ status: 'rejected', reason, revision: 1 });
  });

  it('rejects the command for a proposal that is already settled', () => {
    given(pending())
      .when((states) => rejectProposal(withoutReason, states))
      .when((states) => rejectProposal(withoutReason, states))
      .thenRefuses('proposal.settled', { status: 'rejected' });
    given(pending())
      .when((states) =>
        applyProposal({ ...byAdmin, newRecordId: 'cas_9', overwrite: false, seenRevision: null }, states),
      )
      .when((states) => rejectProposal(withoutReason, states))
      .thenRefuses('proposal.settled', { status: 'applied' });
  });

  it('rejects an attempt by another organisation or by a person who cannot see the case', () => {
    const hidden = given(pending([created({ member_ids: ['per_1'] })]));
    hidden.when((states) => rejectProposal({ ...byMember, reason: null }, states)).thenRefuses('proposal.not_found');
    hidden
      .when((states) => rejectProposal({ ...withoutReason, organisationId: 'org_2' }, states))
      .thenRefuses('proposal.not_found');
  });
});
