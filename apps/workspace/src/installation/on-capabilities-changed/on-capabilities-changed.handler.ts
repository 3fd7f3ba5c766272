import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream, workspaceCapabilities } from '../installation.js';
import { changeCapabilities } from './change-capabilities.js';

@Controller()
export class OnCapabilitiesChangedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.capabilitiesChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.capabilitiesChanged>, context: FactContext): Promise<void> {
    const command = { capabilities: workspaceCapabilities(data.capabilities), at: data.at };
    await this.store.run({
      name: 'ChangeCapabilities',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) => forStream('installation', changeCapabilities(command, installation)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
