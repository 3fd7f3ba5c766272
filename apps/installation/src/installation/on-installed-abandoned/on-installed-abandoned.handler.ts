import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { deliveryFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { abandonRenewal } from '../abandon-renewal/abandon-renewal.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { installationStream } from '../installation.js';

@Controller()
export class OnInstalledAbandonedHandler {
  constructor(private readonly events: EventStore) {}

  @EventPattern<string>(deliveryFacts.installedAbandoned.subject, { reaction })
  async react(data: DataOf<typeof deliveryFacts.installedAbandoned>, context: FactContext): Promise<void> {
    const { installation_id, version, at } = data;
    await this.events.run({
      name: 'AbandonRenewal',
      streams: { installation: streamRef(installationStream, installation_id) },
      decide: ({ installation }) => forStream('installation', abandonRenewal({ version, at }, installation)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
