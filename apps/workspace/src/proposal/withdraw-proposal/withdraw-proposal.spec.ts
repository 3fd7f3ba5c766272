import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { applyProposal } from '../apply-proposal/apply-proposal.js';
import { at } from '../../../test/example-case.js';
import { byAdmin, endCounted, freed, pending } from '../../../test/example-proposal.js';
import { rejectProposal } from '../reject-proposal/reject-proposal.js';
import { withdrawProposal } from './withdraw-proposal.js';

const own = { installationId: 'ins_1', at };

describe('withdrawProposal', () => {
  it('takes a pending proposal back and releases the external id; again it changes nothing', () => {
    given(pending())
      .when((states) => withdrawProposal(own, states))
      .thenFactsOf({
        proposal: [{ type: 'ProposalWithdrawn', data: { at } }],
        quota: [endCounted],
        externalId: [freed],
      })
      .thenReplies({ status: 'withdrawn', settledAt: null })
      .when((states) => withdrawProposal(own, states))
      .thenFactsOf({})
      .thenReplies({ status: 'withdrawn' });
  });

  it('cannot take back what a person has settled', () => {
    given(pending())
      .when((states) => rejectProposal({ ...byAdmin, reason: null }, states))
      .when((states) => withdrawProposal(own, states))
      .thenRefuses('proposal.settled', { status: 'rejected' });
  });

  it('leaves nothing to apply or to reject', () => {
    const withdrawn = given(pending()).when((states) => withdrawProposal(own, states));
    withdrawn
      .when((states) =>
        applyProposal({ ...byAdmin, newRecordId: 'cas_9', overwrite: false, seenRevision: null }, states),
      )
      .thenRefuses('proposal.settled', { status: 'withdrawn' });
    withdrawn
      .when((states) => rejectProposal({ ...byAdmin, reason: null }, states))
      .thenRefuses('proposal.settled', { status: 'withdrawn' });
  });

  it('does not find the proposal of another installation', () => {
    given(pending())
      .when((states) => withdrawProposal({ ...own, installationId: 'ins_2' }, states))
      .thenRefuses('proposal.not_found');
  });
});
