import { describe, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { byRita, bySam, givenBack, historyTo, release, statusesExcept } from '../../../test/example-review.js';
import { reviewStream } from '../review.js';
import { giveBackReview } from './give-back-review.js';

describe('give back review', () => {
  it('returns a release to the queue for its assigned reviewer, with the next revision number', () => {
    given(reviewStream, ...historyTo.in_review)
      .when((review) => giveBackReview(byRita, review))
      .thenFacts(givenBack)
      .thenReplies({ status: 'submitted', taken_by: null, revision: 2 });
  });

  it('rejects a release that is assigned to another reviewer', () => {
    given(reviewStream, ...historyTo.in_review)
      .when((review) => giveBackReview(bySam, review))
      .thenRefuses('review.taken_by_other', { taken_by: 'rita', taken_by_name: 'Rita' });
  });

  it.each(statusesExcept('in_review'))('rejects a release in status %s', (status) => {
    given(reviewStream, ...historyTo[status])
      .when((review) => giveBackReview(byRita, review))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'submitted',
        allowed: releaseTransitions[status],
      });
  });

  it('rejects a release whose review was never requested', () => {
    given(reviewStream)
      .when((review) => giveBackReview(byRita, review))
      .thenRefuses('catalogue.release_not_found', { plugin_id: release.pluginId, version: '1.4.0' });
  });
});
