import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { historyTo, release, requested, statuses } from '../../../test/example-review.js';
import { reviewStream } from '../review.js';
import { requestReview } from './request-review.js';

describe('request review', () => {
  it('adds a submitted release to the queue', () => {
    given(reviewStream)
      .when((review) => requestReview(release, review))
      .thenFacts(requested)
      .thenReplies('requested')
      .thenState({ status: 'submitted', revision: 0 });
  });

  it.each(statuses)('ignores a repeated submission for a review in status %s', (status) => {
    given(reviewStream, ...historyTo[status])
      .when((review) => requestReview(release, review))
      .thenFacts()
      .thenReplies('already_requested');
  });
});
