import { reviewFacts } from '@kushk/contracts';
import { reviewStepHandler } from '../apply-review-step/apply-review-step.handler.js';
import { reviewReaction as reaction } from '../review-step.js';
import { returnReview } from './return-review.js';

export const OnReviewGivenBackHandler = reviewStepHandler(
  reviewFacts.reviewGivenBack,
  { reaction, name: 'ReturnReview' },
  returnReview,
);
