import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { byRita, historyTo } from '../../../test/example-review.js';
import { giveBackReview } from '../give-back-review/give-back-review.js';
import { reviewStream, type ReviewFact } from '../review.js';
import { recordComment } from './record-comment.js';

const at = '2026-11-21T09:00:00.000Z';
const commented: ReviewFact = { type: 'PublisherCommented', data: { at } };

describe('record a comment of the publisher', () => {
  it('keeps the time of the latest, also when the reviewer gives the release back', () => {
    given(reviewStream, ...historyTo.in_review)
      .when((review) => recordComment({ at }, review))
      .thenFacts(commented)
      .thenState({ status: 'in_review', commentedAt: at })
      .when((review) => giveBackReview(byRita, review))
      .thenState({ status: 'submitted', commentedAt: at });
  });

  it('ignores a repeated comment, and one that arrives after the decision', () => {
    given(reviewStream, ...historyTo.in_review, commented)
      .when((review) => recordComment({ at }, review))
      .thenFacts();
    given(reviewStream, ...historyTo.approved)
      .when((review) => recordComment({ at }, review))
      .thenFacts();
  });

  it('waits for the submission', () => {
    given(reviewStream)
      .when((review) => recordComment({ at }, review))
      .thenRefuses('review.not_requested', {});
  });
});
