import { reviewFacts } from '@kushk/contracts';
import { reviewStepHandler } from '../apply-review-step/apply-review-step.handler.js';
import { reviewReaction as reaction } from '../review-step.js';
import { recordRejection } from './record-rejection.js';

export const OnReleaseRejectedHandler = reviewStepHandler(
  reviewFacts.releaseRejected,
  { reaction, name: 'RecordRejection' },
  (step, release, { notes }) => recordRejection({ ...step, notes }, release),
);
