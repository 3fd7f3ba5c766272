import { reviewFacts } from '@kushk/contracts';
import { reviewStepHandler } from '../apply-review-step/apply-review-step.handler.js';
import { reviewReaction as reaction } from '../review-step.js';
import { recordChangesRequested } from './record-changes-requested.js';

export const OnChangesRequestedHandler = reviewStepHandler(
  reviewFacts.changesRequested,
  { reaction, name: 'RecordChangesRequested' },
  (step, release, { comments }) => recordChangesRequested({ ...step, comments }, release),
);
