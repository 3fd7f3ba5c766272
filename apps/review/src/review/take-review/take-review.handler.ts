import { commandHandler } from '@kushk/broker';
import { review } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { reviewerName } from '../reviewer-step.js';
import { takeReview } from './take-review.js';

export const TakeReviewHandler = commandHandler(
  review.takeReview,
  { arrivals: ReviewArrivals },
  async (request, { arrivals }, { run, actor }) => {
    const { plugin_id: pluginId, version, by } = request;
    await arrivals.wait(pluginId, version);
    const byName = reviewerName(actor, by);
    return run({
      name: 'TakeReview',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { pluginId, version, by, byName, at: now().toISOString() },
      decide: (command, review) => takeReview(command, review),
    });
  },
);
