import { reviewFacts } from '@kushk/contracts';
import { reviewStepHandler } from '../apply-review-step/apply-review-step.handler.js';
import { reviewReaction as reaction } from '../review-step.js';
import { startReview } from './start-review.js';

export const OnReviewTakenHandler = reviewStepHandler(
  reviewFacts.reviewTaken,
  { reaction, name: 'StartReview' },
  startReview,
);
