import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { deliveryFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream } from '../container.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { endRemoval } from './end-removal.js';

@Controller()
export class OnRemovedAnsweredHandler {
  constructor(
    private readonly store: EventStore,
    private readonly reconciler: ReconcilerWorker,
  ) {}

  @EventPattern<string>(deliveryFacts.removedAnswered.subject, { reaction })
  async react(data: DataOf<typeof deliveryFacts.removedAnswered>, context: FactContext): Promise<void> {
    const command = { installationId: data.installation_id, at: now().toISOString() };
    await this.store.run({
      name: 'EndRemoval',
      streams: { container: streamRef(containerStream, data.installation_id) },
      decide: ({ container }) => forStream('container', endRemoval(container, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    this.reconciler.notify();
  }
}
