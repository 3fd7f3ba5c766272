import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { byRita, historyTo, statusesExcept } from '../../../test/example-review.js';
import { reviewStream } from '../review.js';
import { closeReview } from './close-review.js';

const { at } = byRita;

describe('close review', () => {
  it.each(statusesExcept('withdrawn'))('closes a review in status %s', (status) => {
    given(reviewStream, ...historyTo[status])
      .when((review) => closeReview({ at }, review))
      .thenFacts({ type: 'ReviewClosed', data: { at } })
      .thenReplies('closed')
      .thenState({ status: 'withdrawn' });
  });

  it('ignores a repeated fact', () => {
    given(reviewStream, ...historyTo.withdrawn)
      .when((review) => closeReview({ at }, review))
      .thenFacts()
      .thenReplies('already_closed');
  });

  it('rejects the fact until the submission has arrived, so that the broker redelivers it', () => {
    given(reviewStream)
      .when((review) => closeReview({ at }, review))
      .thenRefuses('review.not_requested');
  });
});
