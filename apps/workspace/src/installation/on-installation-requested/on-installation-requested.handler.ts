import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream, workspaceCapabilities } from '../installation.js';
import { addInstallation } from './add-installation.js';

@Controller()
export class OnInstallationRequestedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRequested.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRequested>, context: FactContext): Promise<void> {
    const command = {
      organisationId: data.organisation_id,
      pluginId: data.plugin_id,
      capabilities: workspaceCapabilities(data.capabilities),
      at: data.at,
    };
    await this.store.run({
      name: 'AddInstallation',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) => forStream('installation', addInstallation(command, installation)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
