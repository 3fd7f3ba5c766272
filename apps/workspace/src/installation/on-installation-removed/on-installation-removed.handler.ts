import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream } from '../installation.js';
import { endInstallation } from '../note-installation.js';

@Controller()
export class OnInstallationRemovedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRemoved.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRemoved>, context: FactContext): Promise<void> {
    const command = { at: data.at };
    await this.store.run({
      name: 'EndInstallation',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) => under('installation', endInstallation(command, installation)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
