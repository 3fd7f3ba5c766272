import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { caseType } from '../../case/case.js';
import { at, created } from '../../../test/example-case.js';
import { applyProposal } from '../apply-proposal/apply-proposal.js';
import { byAdmin, byMember, made, pending, settledData } from '../../../test/example-proposal.js';
import { proposalStream } from '../proposal.js';
import { explainRejection } from './explain-rejection.js';

const explained = { ...byAdmin, reason: 'Wrong case' };
const rejected = (reason: string | null, record = created()) =>
  given({
    proposal: [proposalStream, made(), { type: 'ProposalRejected', data: { ...settledData, reason } }],
    record: [caseType.stream, record],
  });

describe('explainRejection', () => {
  it('adds the reason with a higher revision and keeps the outcome', () => {
    rejected(null)
      .when((states) => explainRejection(explained, states))
      .thenFactsOf({
        proposal: [{ type: 'RejectionExplained', data: { ...settledData, reason: 'Wrong case', revision: 2 } }],
      })
      .thenReplies({ status: 'rejected', reason: 'Wrong case', revision: 2, settledAt: at });
  });

  it('appends no fact for the same reason, and replaces a different reason', () => {
    rejected('Wrong case')
      .when((states) => explainRejection(explained, states))
      .thenFacts();
    rejected('Wrong amount')
      .when((states) => explainRejection({ ...byMember, reason: 'Wrong case' }, states))
      .thenReplies({ revision: 2 });
  });

  it('rejects a reason for a proposal that is pending or applied', () => {
    given(pending())
      .when((states) => explainRejection(explained, states))
      .thenRefuses('proposal.not_rejected', { status: 'pending' });
    given(pending())
      .when((states) =>
        applyProposal({ ...byAdmin, newRecordId: 'cas_9', overwrite: false, seenRevision: null }, states),
      )
      .when((states) => explainRejection(explained, states))
      .thenRefuses('proposal.not_rejected', { status: 'applied' });
  });

  it('rejects an attempt by a person who cannot see the case', () => {
    rejected(null, created({ member_ids: ['per_1'] }))
      .when((states) => explainRejection({ ...byMember, reason: 'Wrong case' }, states))
      .thenRefuses('proposal.not_found');
  });
});
