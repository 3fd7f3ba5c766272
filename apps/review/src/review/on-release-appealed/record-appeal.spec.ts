import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { appealed, byRita, bySam, historyTo, taken } from '../../../test/example-review.js';
import { giveBackReview } from '../give-back-review/give-back-review.js';
import { reviewStream, type ReviewFact } from '../review.js';
import { takeReview } from '../take-review/take-review.js';
import { recordAppeal } from './record-appeal.js';

const appeal = { at: '2026-11-21T09:00:00.000Z' };
const takenAgain: ReviewFact = { type: 'ReviewTaken', data: { ...bySam, revision: 3 } };
const afterAppeal = given(reviewStream, ...historyTo.rejected, appealed);

describe('record an appeal', () => {
  it('puts a rejected release back for review, for another reviewer', () => {
    given(reviewStream, ...historyTo.rejected)
      .when((review) => recordAppeal(appeal, review))
      .thenFacts(appealed)
      .thenState({ status: 'appealed', appeal: { rejectedBy: 'rita', rejectedByName: 'Rita' } });
    afterAppeal.when((review) => takeReview(byRita, review)).thenRefuses('review.other_reviewer_required', {});
    afterAppeal
      .when((review) => takeReview(bySam, review))
      .thenFacts(takenAgain)
      .thenReplies({ status: 'in_review', taken_by: 'sam' });
  });

  it('ends the request for changes of the reviewer who rejected the release', () => {
    const comments = [{ id: 'cmt_1', path: '', text: 'Why?' }];
    const requested: ReviewFact = { type: 'ChangesRequested', data: { ...byRita, revision: 2, comments } };
    const rejected: ReviewFact = { type: 'ReleaseRejected', data: { ...byRita, revision: 3, notes: 'No' } };
    const { state } = given(reviewStream, ...historyTo.in_review, requested, rejected, appealed);
    expect(state).toMatchObject({ status: 'appealed', comments: 1, revision: 3 });
    expect(state).not.toHaveProperty('changesRequestedAt');
  });

  it('keeps it from the reviewer who rejected it, also after another reviewer has given it back', () => {
    given(reviewStream, ...historyTo.rejected, appealed, takenAgain)
      .when((review) => giveBackReview(bySam, review))
      .thenReplies({ status: 'in_review', taken_by: null })
      .when((review) => takeReview(byRita, review))
      .thenRefuses('review.other_reviewer_required', {});
  });

  it.each([
    ['a repeated fact', [...historyTo.rejected, appealed]],
    [
      'a fact that is repeated after another reviewer has taken the release',
      [...historyTo.rejected, appealed, takenAgain],
    ],
    [
      'a fact that is repeated after the second rejection',
      [...historyTo.rejected, appealed, takenAgain, secondRejection()],
    ],
  ])('ignores %s', (_case, history) => {
    given(reviewStream, ...history)
      .when((review) => recordAppeal(appeal, review))
      .thenFacts()
      .thenReplies('already_appealed');
  });

  it('waits for the rejection', () => {
    given(reviewStream, historyTo.submitted[0]!, taken)
      .when((review) => recordAppeal(appeal, review))
      .thenRefuses('review.not_requested', {});
  });
});

function secondRejection(): ReviewFact {
  return { type: 'ReleaseRejected', data: { ...bySam, revision: 4, notes: 'I agree' } };
}
