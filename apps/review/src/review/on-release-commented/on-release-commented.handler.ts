import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { recordComment } from './record-comment.js';

export const OnReleaseCommentedHandler = reactionHandler(
  catalogueFacts.releaseCommented,
  { reaction: catalogueReaction, needs: { arrivals: ReviewArrivals } },
  async ({ plugin_id: pluginId, version, at }, { arrivals }, { run }) => {
    const outcome = await run({
      name: 'RecordComment',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { at },
      decide: recordComment,
    });
    const result = replyInOrder('RecordComment', outcome);
    log.info({ command: 'RecordComment', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    arrivals.notify(pluginId, version);
  },
);
