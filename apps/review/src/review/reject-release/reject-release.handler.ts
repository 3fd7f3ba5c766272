import { commandHandler } from '@kushk/broker';
import { review } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { reviewerName } from '../reviewer-step.js';
import { rejectRelease } from './reject-release.js';

export const RejectReleaseHandler = commandHandler(
  review.rejectRelease,
  { arrivals: ReviewArrivals },
  async (request, { arrivals }, { run, actor }) => {
    const { plugin_id: pluginId, version, by, notes } = request;
    await arrivals.wait(pluginId, version);
    const byName = reviewerName(actor, by);
    return run({
      name: 'RejectRelease',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { pluginId, version, by, byName, notes, at: now().toISOString() },
      decide: (command, review) => rejectRelease(command, review),
    });
  },
);
