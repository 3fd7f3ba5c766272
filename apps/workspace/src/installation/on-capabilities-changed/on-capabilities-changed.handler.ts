import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream } from '../installation.js';
import { capabilitiesHere, noteCapabilities } from '../note-installation.js';

@Controller()
export class OnCapabilitiesChangedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.capabilitiesChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.capabilitiesChanged>, context: FactContext): Promise<void> {
    const command = { capabilities: capabilitiesHere(data.capabilities), at: data.at };
    await this.store.run({
      name: 'NoteCapabilities',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) => under('installation', noteCapabilities(command, installation)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
