import { reactionHandler } from '@kushk/broker';
import { reviewFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { log } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { releaseKey, releaseStream } from '../release.js';
import { replyInOrder, reviewReaction, reviewStep } from '../review-step.js';
import { recordRejection } from './record-rejection.js';

export const OnReleaseRejectedHandler = reactionHandler(
  reviewFacts.releaseRejected,
  { reaction: reviewReaction, needs: { changes: ReleaseChanges } },
  async (data, { changes }, { run }) => {
    const { plugin_id: pluginId, version } = data;
    const outcome = await run({
      name: 'RecordRejection',
      stream: streamRef(releaseStream, releaseKey(pluginId, version)),
      command: { ...reviewStep(data), notes: data.notes },
      decide: (command, release) => recordRejection(command, release),
    });
    const result = replyInOrder('RecordRejection', outcome);
    log.info({ command: 'RecordRejection', plugin_id: pluginId, version, result }, 'review step applied');
    changes.notify(pluginId, version);
  },
);
