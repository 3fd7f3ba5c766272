import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { caseStream } from '../../case/case.js';
import { at, created } from '../../case/example-case.js';
import { applyProposal } from '../apply-proposal/apply-proposal.js';
import { byAdmin, byMember, made, pending, settledData } from '../example-proposal.js';
import { proposalStream } from '../proposal.js';
import { explainRejection } from './explain-rejection.js';

const explained = { ...byAdmin, reason: 'Wrong case' };
const rejected = (reason: string | null, record = created()) =>
  given({
    proposal: [proposalStream, made(), { type: 'ProposalRejected', data: { ...settledData, reason } }],
    record: [caseStream, record],
  });

describe('explainRejection', () => {
  it('adds the reason with a higher revision and leaves the outcome as it is', () => {
    rejected(null)
      .when((states) => explainRejection(explained, states))
      .thenFactsOf({
        proposal: [{ type: 'RejectionExplained', data: { ...settledData, reason: 'Wrong case', revision: 2 } }],
      })
      .thenReplies({ status: 'rejected', reason: 'Wrong case', revision: 2, settledAt: at });
  });

  it('changes nothing when the reason is the same, and replaces another one', () => {
    rejected('Wrong case')
      .when((states) => explainRejection(explained, states))
      .thenFacts();
    rejected('Wrong amount')
      .when((states) => explainRejection({ ...byMember, reason: 'Wrong case' }, states))
      .thenReplies({ revision: 2 });
  });

  it('refuses a proposal that is pending or applied', () => {
    given(pending())
      .when((states) => explainRejection(explained, states))
      .thenRefuses('proposal.not_rejected', { status: 'pending' });
    given(pending())
      .when((states) => applyProposal({ ...byAdmin, newRecordId: 'cas_9' }, states))
      .when((states) => explainRejection(explained, states))
      .thenRefuses('proposal.not_rejected', { status: 'applied' });
  });

  it('hides the proposal from people who do not see the case', () => {
    rejected(null, created({ member_ids: ['per_1'] }))
      .when((states) => explainRejection({ ...byMember, reason: 'Wrong case' }, states))
      .thenRefuses('proposal.not_found');
  });
});
