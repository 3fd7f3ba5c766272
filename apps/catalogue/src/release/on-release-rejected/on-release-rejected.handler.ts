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
import { recordRejection } from './record-rejection.js';

@Controller()
export class OnReleaseRejectedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly changes: ReleaseChanges,
  ) {}

  @EventPattern<string>(reviewFacts.releaseRejected.subject, { reaction: reviewReaction })
  async react(data: DataOf<typeof reviewFacts.releaseRejected>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version } = data;
    const outcome = await this.store.run({
      name: 'RecordRejection',
      streams: { release: streamRef(releaseStream, releaseKey(pluginId, version)) },
      decide: ({ release }) =>
        forStream('release', recordRejection({ ...reviewStep(data), notes: data.notes }, release)),
      idempotency: idempotencyFor(reviewReaction, context),
      meta: causedBy(context),
    });
    const result = replyInOrder('RecordRejection', outcome);
    log.info({ command: 'RecordRejection', plugin_id: pluginId, version, result }, 'review step applied');
    this.changes.notify(pluginId, version);
  }
}
