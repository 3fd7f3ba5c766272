import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { historyTo, step, taken } from '../../../test/example-release.js';
import { releaseStream } from '../release.js';
import { startReview } from './start-review.js';

describe('start review', () => {
  it('starts the review of a submitted release', () => {
    given(releaseStream, ...historyTo.submitted)
      .when((release) => startReview(step(1), release))
      .thenFacts(taken)
      .thenReplies('in_review')
      .thenState({ status: 'in_review', reviewStartedAt: step(1).at });
  });

  it('starts the review again after the release was given back', () => {
    given(releaseStream, ...historyTo.in_review, { type: 'ReviewReturned', data: step(2) })
      .when((release) => startReview(step(3), release))
      .thenReplies('in_review');
  });

  it('ignores a repeated fact', () => {
    given(releaseStream, ...historyTo.in_review)
      .when((release) => startReview(step(1), release))
      .thenFacts()
      .thenReplies('already_applied');
  });

  it('ignores a withdrawn release', () => {
    given(releaseStream, ...historyTo.withdrawn)
      .when((release) => startReview(step(1), release))
      .thenFacts()
      .thenReplies('already_withdrawn');
  });

  it('rejects a fact that arrives before the submission, so that the broker redelivers it', () => {
    given(releaseStream)
      .when((release) => startReview(step(1), release))
      .thenRefuses('catalogue.review_out_of_order', { seen: 0, got: 1 });
  });
});
