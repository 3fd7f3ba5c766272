import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { deliveryFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { confirmVersion } from '../confirm-version/confirm-version.js';
import { containerStream } from '../container.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';

@Controller()
export class OnInstalledAnsweredHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(deliveryFacts.installedAnswered.subject, { reaction })
  async react(data: DataOf<typeof deliveryFacts.installedAnswered>, context: FactContext): Promise<void> {
    const { installation_id, version } = data;
    const command = { version, at: now().toISOString() };
    await this.store.run({
      name: 'ConfirmVersion',
      streams: { container: streamRef(containerStream, installation_id) },
      decide: ({ container }) => forStream('container', confirmVersion(container, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
