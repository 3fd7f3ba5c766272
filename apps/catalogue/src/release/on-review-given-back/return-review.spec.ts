import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { appealed, historyTo, step } from '../../../test/example-release.js';
import { releaseStream } from '../release.js';
import { returnReview } from './return-review.js';

describe('return review', () => {
  it('sets a release in review back to submitted', () => {
    given(releaseStream, ...historyTo.in_review)
      .when((release) => returnReview(step(2), release))
      .thenFacts({ type: 'ReviewReturned', data: step(2) })
      .thenReplies('submitted')
      .thenState({ status: 'submitted', reviewRevision: 2 });
  });

  it('leaves an appeal in review without a reviewer', () => {
    const takenAgain = { type: 'ReviewStarted', data: { ...step(3), by: 'sam' } } as const;
    given(releaseStream, ...historyTo.rejected, appealed, takenAgain)
      .when((release) => returnReview(step(4), release))
      .thenFacts({ type: 'ReviewReturned', data: { ...step(4), status: 'in_review' } })
      .thenReplies('in_review')
      .thenState({ status: 'in_review', takenBy: null, reviewRevision: 4 });
  });

  it('ignores a withdrawn release', () => {
    given(releaseStream, ...historyTo.withdrawn)
      .when((release) => returnReview(step(2), release))
      .thenFacts()
      .thenReplies('already_withdrawn');
  });

  it('rejects a fact that arrives before the start of the review, so that the broker redelivers it', () => {
    given(releaseStream, ...historyTo.submitted)
      .when((release) => returnReview(step(2), release))
      .thenRefuses('catalogue.review_out_of_order', { seen: 0, got: 2 });
  });
});
