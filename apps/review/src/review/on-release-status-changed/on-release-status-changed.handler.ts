import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { recordReleaseStatus } from './record-release-status.js';

export const OnReleaseStatusChangedHandler = reactionHandler(
  catalogueFacts.releaseStatusChanged,
  { reaction: catalogueReaction, needs: { arrivals: ReviewArrivals } },
  async (data, { arrivals }, { run }) => {
    const { plugin_id: pluginId, version, status: releaseStatus, sequence } = data;
    const outcome = await run({
      name: 'RecordReleaseStatus',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { releaseStatus, sequence },
      decide: (command, review) => recordReleaseStatus(command, review),
    });
    const result = replyInOrder('RecordReleaseStatus', outcome);
    log.info({ command: 'RecordReleaseStatus', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    arrivals.notify(pluginId, version);
  },
);
