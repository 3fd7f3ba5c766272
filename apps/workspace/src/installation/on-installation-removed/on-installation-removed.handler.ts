import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream } from '../installation.js';
import { removeInstallation } from './remove-installation.js';

@Controller()
export class OnInstallationRemovedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRemoved.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRemoved>, context: FactContext): Promise<void> {
    const command = { at: data.at };
    await this.store.run({
      name: 'RemoveInstallation',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) => forStream('installation', removeInstallation(command, installation)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
