import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream } from '../installation.js';
import { capabilitiesHere, noteInstallation } from '../note-installation.js';

@Controller()
export class OnInstallationRequestedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRequested.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRequested>, context: FactContext): Promise<void> {
    const command = {
      organisationId: data.organisation_id,
      pluginId: data.plugin_id,
      capabilities: capabilitiesHere(data.capabilities),
      at: data.at,
    };
    await this.store.run({
      name: 'NoteInstallation',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) => under('installation', noteInstallation(command, installation)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
