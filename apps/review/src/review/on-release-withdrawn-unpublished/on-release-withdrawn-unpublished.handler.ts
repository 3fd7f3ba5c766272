import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { closeReview } from './close-review.js';

export const OnReleaseWithdrawnUnpublishedHandler = reactionHandler(
  catalogueFacts.releaseWithdrawnUnpublished,
  { reaction: catalogueReaction, needs: { arrivals: ReviewArrivals } },
  async ({ plugin_id: pluginId, version }, { arrivals }, { run, at }) => {
    const outcome = await run({
      name: 'CloseReview',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { at: at.toISOString() },
      decide: (command, review) => closeReview(command, review),
    });
    const result = replyInOrder('CloseReview', outcome);
    log.info({ command: 'CloseReview', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    arrivals.notify(pluginId, version);
  },
);
