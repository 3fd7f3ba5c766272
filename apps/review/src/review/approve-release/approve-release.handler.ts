import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { review, type RequestOf, type ReviewReply } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ApprovalSigner } from '../../signing/approval-signer.js';
import { ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { reviewerName } from '../reviewer-step.js';
import { approveRelease, type ApproveRelease } from './approve-release.js';

@Controller()
export class ApproveReleaseHandler {
  constructor(
    private readonly store: EventStore,
    private readonly arrivals: ReviewArrivals,
    private readonly signer: ApprovalSigner,
  ) {}

  @MessagePattern(review.approveRelease.subject)
  async handle(
    request: RequestOf<typeof review.approveRelease>,
    context: RequestContext,
  ): Promise<Outcome<ReviewReply>> {
    const { plugin_id: pluginId, version, by, tier, notes, publish, idempotency } = request;
    await this.arrivals.wait(pluginId, version);
    const at = now().toISOString();
    const byName = reviewerName(context.actor, by);
    const { sign } = this.signer;
    const command: ApproveRelease = { pluginId, version, by, byName, tier, notes, publish, at, sign };
    return await this.store.run({
      name: 'ApproveRelease',
      streams: { review: streamRef(reviewStream, reviewKey(pluginId, version)) },
      decide: (states) => forStream('review', approveRelease(command, states.review)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
