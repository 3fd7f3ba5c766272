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
import { recordReleaseStatus } from './record-release-status.js';

@Controller()
export class OnReleaseStatusChangedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly arrivals: ReviewArrivals,
  ) {}

  @EventPattern<string>(catalogueFacts.releaseStatusChanged.subject, { reaction: catalogueReaction })
  async react(data: DataOf<typeof catalogueFacts.releaseStatusChanged>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version, status: releaseStatus, sequence } = data;
    const outcome = await this.store.run({
      name: 'RecordReleaseStatus',
      streams: { review: streamRef(reviewStream, reviewKey(pluginId, version)) },
      decide: ({ review }) => forStream('review', recordReleaseStatus({ releaseStatus, sequence }, review)),
      idempotency: idempotencyFor(catalogueReaction, context),
      meta: causedBy(context),
    });
    const result = replyInOrder('RecordReleaseStatus', outcome);
    log.info({ command: 'RecordReleaseStatus', plugin_id: pluginId, version, result }, 'catalogue fact applied');
    this.arrivals.notify(pluginId, version);
  }
}
