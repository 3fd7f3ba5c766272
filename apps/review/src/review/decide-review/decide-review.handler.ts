import { commandHandler } from '@kushk/broker';
import type { RequestType, ReviewReply } from '@kushk/contracts';
import { streamRef, type Decision } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream, type Review, type ReviewFact } from '../review.js';
import { reviewerName, type ReviewerCommand } from '../reviewer-step.js';

interface ReviewerRequest {
  readonly plugin_id: string;
  readonly version: string;
  readonly by: string;
}

/** Answers a request of a reviewer with the review after the command. */
export function reviewerHandler<Request extends ReviewerRequest>(
  request: RequestType<Request, ReviewReply>,
  name: string,
  decide: (command: ReviewerCommand, review: Review, message: Request) => Decision<readonly ReviewFact[], ReviewReply>,
) {
  return commandHandler(request, { arrivals: ReviewArrivals }, async (message, { arrivals }, { run, actor }) => {
    const { plugin_id: pluginId, version, by } = message;
    await arrivals.wait(pluginId, version, name === 'TakeReview' ? 'rejected' : undefined);
    return run({
      name,
      stream: streamRef(reviewStream, reviewKey(pluginId, version)),
      command: { pluginId, version, by, byName: reviewerName(actor, by), at: now().toISOString() },
      decide: (command, review) => decide(command, review, message),
    });
  });
}
