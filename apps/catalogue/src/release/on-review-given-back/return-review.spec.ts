import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { historyTo, step } from '../example-release.js';
import { releaseStream } from '../release.js';
import { returnReview } from './return-review.js';

describe('return review', () => {
  it('returns a release in review to the submitted ones', () => {
    given(releaseStream, ...historyTo.in_review)
      .when((release) => returnReview(step(2), release))
      .thenFacts({ type: 'ReviewReturned', data: step(2) })
      .thenReplies('submitted')
      .thenState({ status: 'submitted', reviewRevision: 2 });
  });

  it('ignores a step on a withdrawn release', () => {
    given(releaseStream, ...historyTo.withdrawn)
      .when((release) => returnReview(step(2), release))
      .thenFacts()
      .thenReplies('already_withdrawn');
  });

  it('refuses a step before the review has started, so that the broker delivers it again', () => {
    given(releaseStream, ...historyTo.submitted)
      .when((release) => returnReview(step(2), release))
      .thenRefuses('catalogue.review_out_of_order', { seen: 0, got: 2 });
  });
});
