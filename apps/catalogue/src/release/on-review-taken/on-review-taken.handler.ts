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
import { startReview } from './start-review.js';

@Controller()
export class OnReviewTakenHandler {
  constructor(
    private readonly store: EventStore,
    private readonly changes: ReleaseChanges,
  ) {}

  @EventPattern<string>(reviewFacts.reviewTaken.subject, { reaction: reviewReaction })
  async react(data: DataOf<typeof reviewFacts.reviewTaken>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version } = data;
    const outcome = await this.store.run({
      name: 'StartReview',
      streams: { release: streamRef(releaseStream, releaseKey(pluginId, version)) },
      decide: ({ release }) => forStream('release', startReview(reviewStep(data), release)),
      idempotency: idempotencyFor(reviewReaction, context),
      meta: causedBy(context),
    });
    const result = replyInOrder('StartReview', outcome);
    log.info({ command: 'StartReview', plugin_id: pluginId, version, result }, 'review step applied');
    this.changes.notify(pluginId, version);
  }
}
