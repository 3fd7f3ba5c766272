import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Dispatch } from '../../dispatch/dispatch.handler.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { recordHandover } from '../record-answer/record-answer.js';

/** Mostly the echo of our own `installedAnswered`; new to us when the admin has read the credentials. */
@Controller()
export class OnInstallationInstalledHandler {
  constructor(
    private readonly store: EventStore,
    private readonly dispatch: Dispatch,
  ) {}

  @EventPattern<string>(installationFacts.installationInstalled.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationInstalled>, context: FactContext): Promise<void> {
    const at = now().toISOString();
    await this.store.run({
      name: 'RecordHandover',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => under('endpoint', recordHandover(endpoint, at)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
    this.dispatch.wake(data.installation_id);
  }
}
