import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { review, type RequestOf, type ReviewReply } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { reviewerName } from '../reviewer-step.js';
import { takeReview } from './take-review.js';

@Controller()
export class TakeReviewHandler {
  constructor(
    private readonly store: EventStore,
    private readonly arrivals: ReviewArrivals,
  ) {}

  @MessagePattern(review.takeReview.subject)
  async handle(request: RequestOf<typeof review.takeReview>, context: RequestContext): Promise<Outcome<ReviewReply>> {
    const { plugin_id: pluginId, version, by, idempotency } = request;
    await this.arrivals.wait(pluginId, version);
    const byName = reviewerName(context.actor, by);
    const command = { pluginId, version, by, byName, at: now().toISOString() };
    return await this.store.run({
      name: 'TakeReview',
      streams: { review: streamRef(reviewStream, reviewKey(pluginId, version)) },
      decide: (states) => forStream('review', takeReview(command, states.review)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
