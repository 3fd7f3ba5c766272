import { reactionHandler } from '@kushk/broker';
import { reviewFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { releaseKey, releaseStream } from '../release.js';
import { replyInOrder, reviewReaction, reviewStep } from '../review-step.js';
import { returnReview } from './return-review.js';

export const OnReviewGivenBackHandler = reactionHandler(
  reviewFacts.reviewGivenBack,
  { reaction: reviewReaction, needs: { changes: ReleaseChanges } },
  async (data, { changes }, { run }) => {
    const { plugin_id: pluginId, version } = data;
    const outcome = await run({
      name: 'ReturnReview',
      stream: streamRef(releaseStream, releaseKey(pluginId, version)),
      command: reviewStep(data),
      decide: (command, release) => returnReview(command, release),
    });
    const result = replyInOrder('ReturnReview', outcome);
    log.info({ command: 'ReturnReview', plugin_id: pluginId, version, result }, 'review step applied');
    changes.notify(pluginId, version);
  },
);
