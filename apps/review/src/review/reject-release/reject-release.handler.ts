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
import { rejectRelease } from './reject-release.js';

@Controller()
export class RejectReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly arrivals: ReviewArrivals,
  ) {}

  @MessagePattern(review.rejectRelease.subject)
  async handle(
    request: RequestOf<typeof review.rejectRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReviewReply>> {
    const { plugin_id: pluginId, version, by, notes, idempotency } = request;
    await this.arrivals.wait(pluginId, version);
    const byName = reviewerName(context.actor, by);
    const command = { pluginId, version, by, byName, notes, at: now().toISOString() };
    return await this.store.run({
      name: 'RejectRelease',
      streams: { review: streamRef(reviewStream, reviewKey(pluginId, version)) },
      decide: (states) => forStream('review', rejectRelease(command, states.review)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
