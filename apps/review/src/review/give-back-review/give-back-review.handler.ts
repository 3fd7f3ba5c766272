import { commandHandler } from '@kushk/broker';
import { review } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { reviewerName } from '../reviewer-step.js';
import { giveBackReview } from './give-back-review.js';

export const GiveBackReviewHandler = commandHandler(
  review.giveBackReview,
  { arrivals: ReviewArrivals },
  async (request, { arrivals }, { run, actor }) => {
    const { plugin_id: pluginId, version, by } = request;
    await arrivals.wait(pluginId, version);
    const byName = reviewerName(actor, by);
    return run({
      name: 'GiveBackReview',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { pluginId, version, by, byName, at: now().toISOString() },
      decide: (command, review) => giveBackReview(command, review),
    });
  },
);
