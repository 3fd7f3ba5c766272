import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { recordAppeal } from './record-appeal.js';

export const OnReleaseAppealedHandler = reactionHandler(
  catalogueFacts.releaseAppealed,
  { reaction: catalogueReaction, needs: { arrivals: ReviewArrivals } },
  async ({ plugin_id: pluginId, version, at }, { arrivals }, { run }) => {
    const outcome = await run({
      name: 'RecordAppeal',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { at },
      decide: (command, review) => recordAppeal(command, review),
    });
    const result = replyInOrder('RecordAppeal', outcome);
    log.info({ command: 'RecordAppeal', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    arrivals.notify(pluginId, version);
  },
);
