import { review } from '@kushk/contracts';
import { reviewerHandler } from '../decide-review/decide-review.handler.js';
import { takeReview } from './take-review.js';

export const TakeReviewHandler = reviewerHandler(review.takeReview, 'TakeReview', takeReview);
