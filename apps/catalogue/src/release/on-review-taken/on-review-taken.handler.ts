import { reactionHandler } from '@kushk/broker';
import { reviewFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { releaseKey, releaseStream } from '../release.js';
import { replyInOrder, reviewReaction, reviewStep } from '../review-step.js';
import { startReview } from './start-review.js';

export const OnReviewTakenHandler = reactionHandler(
  reviewFacts.reviewTaken,
  { reaction: reviewReaction, needs: { changes: ReleaseChanges } },
  async (data, { changes }, { run }) => {
    const { plugin_id: pluginId, version } = data;
    const outcome = await run({
      name: 'StartReview',
      stream: streamRef(releaseStream, releaseKey(pluginId, version)),
      command: reviewStep(data),
      decide: (command, release) => startReview(command, release),
    });
    const result = replyInOrder('StartReview', outcome);
    log.info({ command: 'StartReview', plugin_id: pluginId, version, result }, 'review step applied');
    changes.notify(pluginId, version);
  },
);
