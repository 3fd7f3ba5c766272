import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { byRita, givenBack, historyTo, requested, taken } from '../../test/example-review.js';
import { reviewStream, type KnownReview, type ReviewFact } from './review.js';
import { nextStep, reviewReply, transitionInvalid } from './reviewer-step.js';

const after = (...facts: readonly ReviewFact[]) => fold(reviewStream, facts) as KnownReview;

describe('a reviewer action', () => {
  it('gets the next revision, without gaps', () => {
    expect(nextStep(byRita, after(requested)).revision).toBe(1);
    expect(nextStep(byRita, after(requested, taken, givenBack)).revision).toBe(3);
  });

  it('gets a reply that shows the review after the action', () => {
    expect(reviewReply(after(requested), taken)).toMatchObject({ status: 'in_review', taken_by: 'rita', revision: 1 });
  });

  it('reports the latest status from the catalogue when the transition is invalid', () => {
    const suspended = after(...historyTo.approved, {
      type: 'ReleaseStatusRecorded',
      data: { releaseStatus: 'suspended', sequence: 4 },
    });
    expect(transitionInvalid(suspended, 'rejected').refusal.params).toEqual({
      from: 'suspended',
      to: 'rejected',
      allowed: ['published', 'withdrawn'],
    });
  });
});
