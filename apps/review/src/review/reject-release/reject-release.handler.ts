import { review } from '@kushk/contracts';
import { reviewerHandler } from '../decide-review/decide-review.handler.js';
import { rejectRelease } from './reject-release.js';

export const RejectReleaseHandler = reviewerHandler(
  review.rejectRelease,
  'RejectRelease',
  (command, review, { notes }) => rejectRelease({ ...command, notes }, review),
);
