import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { reviewFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReleaseChanges } from '../release-changes.js';
import { releaseKey, releaseStream } from '../release.js';
import { replyInOrder, reviewReaction, reviewStep } from '../review-step.js';
import { returnReview } from './return-review.js';

@Controller()
export class OnReviewGivenBackHandler {
  constructor(
    private readonly store: EventStore,
    private readonly changes: ReleaseChanges,
  ) {}

  @EventPattern<string>(reviewFacts.reviewGivenBack.subject, { reaction: reviewReaction })
  async react(data: DataOf<typeof reviewFacts.reviewGivenBack>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version } = data;
    const outcome = await this.store.run({
      name: 'ReturnReview',
      streams: { release: streamRef(releaseStream, releaseKey(pluginId, version)) },
      decide: ({ release }) => forStream('release', returnReview(reviewStep(data), release)),
      idempotency: idempotencyFor(reviewReaction, context),
      meta: causedBy(context),
    });
    const result = replyInOrder('ReturnReview', outcome);
    log.info({ command: 'ReturnReview', plugin_id: pluginId, version, result }, 'review step applied');
    this.changes.notify(pluginId, version);
  }
}
