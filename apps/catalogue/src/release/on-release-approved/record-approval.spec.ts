import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { approval, change, manifest, releaseIn, step } from '../../../test/example-release.js';
import { recordApproval, type RecordApproval } from './record-approval.js';

const command: RecordApproval = { ...change, ...step(2), tier: 'community', notes: '', approval, publish: false };

const sequence = Date.parse(command.at);

describe('record approval', () => {
  it("approves a release in review with the reviewer's tier and signature", () => {
    given(releaseIn('in_review'))
      .when((states) => recordApproval(command, states))
      .thenFactsOf({
        release: [{ type: 'ApprovalRecorded', data: { ...step(2), tier: 'community', notes: '', approval } }],
      })
      .thenReplies('approved')
      .thenState({ release: { status: 'approved', tier: 'community', approval } });
  });

  it('publishes the release in the same commit when the reviewer requested it', () => {
    given(releaseIn('in_review'))
      .when((states) => recordApproval({ ...command, publish: true }, states))
      .thenFactsMatch(
        { type: 'ApprovalRecorded' },
        { type: 'ReleasePublished', data: { signedStatus: { tier: 'community', approval, manifest } } },
        { type: 'StatementIssued', data: { sequence, status: 'published' } },
      )
      .thenReplies('published');
  });

  it('ignores a repeated approval after the publication', () => {
    given(releaseIn('published'))
      .when((states) => recordApproval(command, states))
      .thenFacts()
      .thenReplies('already_applied');
  });

  it('ignores the approval of a withdrawn release', () => {
    given(releaseIn('withdrawn'))
      .when((states) => recordApproval({ ...command, publish: true }, states))
      .thenFacts()
      .thenReplies('already_withdrawn');
  });

  it('rejects an approval that arrives before the start of the review, so that the broker redelivers it', () => {
    given(releaseIn('submitted'))
      .when((states) => recordApproval(command, states))
      .thenRefuses('catalogue.review_out_of_order', { seen: 0, got: 2 });
  });
});
