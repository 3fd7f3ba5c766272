import { review } from '@kushk/contracts';
import { reviewerHandler } from '../decide-review/decide-review.handler.js';
import { giveBackReview } from './give-back-review.js';

export const GiveBackReviewHandler = reviewerHandler(review.giveBackReview, 'GiveBackReview', giveBackReview);
