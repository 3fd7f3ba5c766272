import { commandHandler } from '@kushk/broker';
import { review } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ApprovalSigner } from '../../signing/approval-signer.js';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { reviewerName } from '../reviewer-step.js';
import { approveRelease, type ApproveRelease } from './approve-release.js';

export const ApproveReleaseHandler = commandHandler(
  review.approveRelease,
  { arrivals: ReviewArrivals, signer: ApprovalSigner },
  async (request, { arrivals, signer }, { run, actor }) => {
    const { plugin_id: pluginId, version, by, tier, notes, publish } = request;
    await arrivals.wait(pluginId, version);
    const at = now().toISOString();
    const byName = reviewerName(actor, by);
    const { sign } = signer;
    const command: ApproveRelease = { pluginId, version, by, byName, tier, notes, publish, at, sign };
    return run({
      name: 'ApproveRelease',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command,
      decide: (command, review) => approveRelease(command, review),
    });
  },
);
