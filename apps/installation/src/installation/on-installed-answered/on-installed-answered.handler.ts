import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { deliveryFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { confirmInstalled, type ConfirmInstalled } from '../confirm-installed/confirm-installed.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { installationStream } from '../installation.js';

@Controller()
export class OnInstalledAnsweredHandler {
  constructor(private readonly events: EventStore) {}

  @EventPattern<string>(deliveryFacts.installedAnswered.subject, { reaction })
  async react(data: DataOf<typeof deliveryFacts.installedAnswered>, context: FactContext): Promise<void> {
    const command: ConfirmInstalled = { via: 'installed_call', version: data.version, at: data.at };
    await this.events.run({
      name: 'ConfirmInstalled',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) => forStream('installation', confirmInstalled(command, installation)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
