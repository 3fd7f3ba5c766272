import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { catalogueFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { replyInOrder } from '../reply-in-order.js';
import { catalogueReaction, ReviewArrivals } from '../review-arrivals.js';
import { reviewKey, reviewStream } from '../review.js';
import { closeReview } from './close-review.js';

@Controller()
export class OnReleaseWithdrawnUnpublishedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly arrivals: ReviewArrivals,
  ) {}

  @EventPattern<string>(catalogueFacts.releaseWithdrawnUnpublished.subject, { reaction: catalogueReaction })
  async react(data: DataOf<typeof catalogueFacts.releaseWithdrawnUnpublished>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version } = data;
    const at = context.at.toISOString();
    const outcome = await this.store.run({
      name: 'CloseReview',
      streams: { review: streamRef(reviewStream, reviewKey(pluginId, version)) },
      decide: ({ review }) => forStream('review', closeReview({ at }, review)),
      idempotency: idempotencyFor(catalogueReaction, context),
      meta: causedBy(context),
    });
    const result = replyInOrder('CloseReview', outcome);
    log.info({ command: 'CloseReview', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    this.arrivals.notify(pluginId, version);
  }
}
