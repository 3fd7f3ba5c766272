import { commandHandler } from '@kushk/broker';
import { COMMENTS_PER_REQUEST, review } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { reviewerName } from '../reviewer-step.js';
import { requestChanges } from './request-changes.js';

/** Unlike the other steps of a reviewer, this one needs ids, which a decision cannot make. */
export const RequestChangesHandler = commandHandler(
  review.requestChanges,
  { arrivals: ReviewArrivals },
  async (message, { arrivals }, { run, actor }) => {
    const { plugin_id: pluginId, version, by, notes, comments } = message;
    await arrivals.wait(pluginId, version);
    const count = 1 + (Array.isArray(comments) ? Math.min(comments.length, COMMENTS_PER_REQUEST) : 0);
    const commentIds = Array.from({ length: count }, () => newId('cmt'));
    const at = now().toISOString();
    return run({
      name: 'RequestChanges',
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { pluginId, version, by, byName: reviewerName(actor, by), at, notes, comments, commentIds },
      decide: (command, review) => requestChanges(command, review),
    });
  },
);
