import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { historyTo, step } from './example-release.js';
import { releaseStream } from './release.js';
import { checkReviewOrder, replyInOrder } from './review-step.js';

const submitted = fold(releaseStream, historyTo.submitted);
const inReview = fold(releaseStream, historyTo.in_review);

describe('check review order', () => {
  it('accepts the next revision for a release with the expected status', () => {
    expect(checkReviewOrder(inReview, step(2), 'in_review')).toEqual({ next: inReview });
  });

  it('ignores a revision that was already applied', () => {
    expect(checkReviewOrder(inReview, step(1), 'submitted')).toEqual({ ignored: 'already_applied' });
  });

  it('ignores every step after the withdrawal', () => {
    const withdrawn = fold(releaseStream, historyTo.withdrawn);
    expect(checkReviewOrder(withdrawn, step(7), 'in_review')).toEqual({ ignored: 'already_withdrawn' });
  });

  it.each([
    { title: 'a revision with a gap', release: inReview, got: 3, seen: 1 },
    { title: 'another status than the expected one', release: submitted, got: 1, seen: 0 },
    { title: 'a release that was never submitted', release: releaseStream.initial, got: 1, seen: 0 },
  ])('refuses $title until the earlier facts have arrived', ({ release, got, seen }) => {
    expect(checkReviewOrder(release, step(got), 'in_review')).toMatchObject({
      outOfOrder: { refusal: { code: 'catalogue.review_out_of_order', params: { seen, got } } },
    });
  });
});

describe('reply in order', () => {
  it('throws on a refusal, so that the broker delivers the fact again', () => {
    const refusal = { code: 'catalogue.review_out_of_order', params: { seen: 0, got: 2 } };
    expect(replyInOrder('StartReview', { accepted: true, reply: 'in_review', replayed: false })).toBe('in_review');
    expect(() => replyInOrder('StartReview', { accepted: false, refusal })).toThrow(
      'StartReview must wait for an earlier fact: catalogue.review_out_of_order',
    );
  });
});
