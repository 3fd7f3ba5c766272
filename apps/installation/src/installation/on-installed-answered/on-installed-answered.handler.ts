import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { deliveryFacts, type DataOf } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { confirmInstalled } from '../change-installation.js';
import { installationStream } from '../installation.js';

const reaction = 'on-installed-answered';

@Controller()
export class OnInstalledAnsweredHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(deliveryFacts.installedAnswered.subject, { reaction })
  async react(data: DataOf<typeof deliveryFacts.installedAnswered>, context: FactContext): Promise<void> {
    await this.store.run({
      name: 'ConfirmInstalled',
      streams: { installation: streamRef(installationStream, data.installation_id) },
      decide: ({ installation }) =>
        under('installation', confirmInstalled({ how: 'answered', at: data.at }, installation)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
