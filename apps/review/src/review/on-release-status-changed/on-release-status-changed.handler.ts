import { reactionHandler } from '@kushk/broker';
import { catalogueFacts, type DataOf } from '@kushk/contracts';
import { openApproval, publicJwk } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { CONFIG, log, type Config } from '@kushk/runtime';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { recordReleaseStatus } from './record-release-status.js';

export const OnReleaseStatusChangedHandler = reactionHandler(
  catalogueFacts.releaseStatusChanged,
  { reaction: catalogueReaction, needs: { arrivals: ReviewArrivals, config: CONFIG } },
  async (data, { arrivals, config }, { run }) => {
    const { plugin_id: pluginId, version, status: releaseStatus, sequence } = data;
    const outcome = await run({
      name: 'RecordReleaseStatus',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { releaseStatus, sequence, returned: returnedRelease(data, config) },
      decide: (command, review) => recordReleaseStatus(command, review),
    });
    const result = replyInOrder('RecordReleaseStatus', outcome);
    log.info({ command: 'RecordReleaseStatus', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    arrivals.notify(pluginId, version);
  },
);

/** The approval of a return, if a key of this service has signed it for this release. */
function returnedRelease(
  { plugin_id, version, approval }: DataOf<typeof catalogueFacts.releaseStatusChanged>,
  { signingKeys }: Config,
) {
  const opened = openApproval({ keys: signingKeys.map((key) => publicJwk(key)) }, approval);
  if (opened?.basis === undefined || opened.plugin_id !== plugin_id || opened.version !== version) return null;
  return { tier: opened.tier, at: opened.decided_at, approval };
}
