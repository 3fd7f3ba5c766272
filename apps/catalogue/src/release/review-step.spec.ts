import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { historyTo, step } from '../../test/example-release.js';
import { releaseStream } from './release.js';
import { checkReviewOrder, replyInOrder } from './review-step.js';

const submitted = fold(releaseStream, historyTo.submitted);
const inReview = fold(releaseStream, historyTo.in_review);

describe('check review order', () => {
  it('accepts the next revision of a reviewer action that the status allows', () => {
    expect(checkReviewOrder(inReview, step(2), 'approve')).toEqual({ isNext: true });
  });

  it('ignores a revision that was already applied', () => {
    expect(checkReviewOrder(inReview, step(1), 'take')).toEqual({ isNext: false, ignored: 'already_applied' });
  });

  it('ignores every reviewer action after the withdrawal', () => {
    const withdrawn = fold(releaseStream, historyTo.withdrawn);
    expect(checkReviewOrder(withdrawn, step(7), 'approve')).toEqual({ isNext: false, ignored: 'already_withdrawn' });
  });

  it.each([
    { title: 'a revision with a gap', release: inReview, got: 3, seen: 1 },
    { title: 'a step that the status does not allow', release: submitted, got: 1, seen: 0 },
    { title: 'a release that was never submitted', release: releaseStream.initial, got: 1, seen: 0 },
  ])('rejects $title until the earlier facts have arrived', ({ release, got, seen }) => {
    expect(checkReviewOrder(release, step(got), 'approve')).toMatchObject({
      outOfOrder: { refusal: { code: 'catalogue.review_out_of_order', params: { seen, got } } },
    });
  });
});

describe('replyInOrder', () => {
  it('throws when the command is rejected, so that the broker redelivers the fact', () => {
    const refusal = { code: 'catalogue.review_out_of_order', params: { seen: 0, got: 2 } };
    expect(replyInOrder('StartReview', { accepted: true, reply: 'in_review', replayed: false })).toBe('in_review');
    expect(() => replyInOrder('StartReview', { accepted: false, refusal })).toThrow(
      'StartReview must wait for an earlier fact: catalogue.review_out_of_order',
    );
  });
});
