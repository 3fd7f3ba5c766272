import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream } from '../container.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { abandonContainer } from './abandon-container.js';

@Controller()
export class OnInstallationRemovedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly reconciler: ReconcilerWorker,
  ) {}

  @EventPattern<string>(installationFacts.installationRemoved.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRemoved>, context: FactContext): Promise<void> {
    const command = { at: now().toISOString() };
    await this.store.run({
      name: 'AbandonContainer',
      streams: { container: streamRef(containerStream, data.installation_id) },
      decide: ({ container }) => forStream('container', abandonContainer(container, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    this.reconciler.notify();
  }
}
