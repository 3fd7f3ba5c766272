import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Dispatch } from '../../dispatch/dispatch.handler.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { removeEndpoint } from './remove-endpoint.js';

@Controller()
export class OnInstallationRemovedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly dispatch: Dispatch,
  ) {}

  @EventPattern<string>(installationFacts.installationRemoved.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRemoved>, context: FactContext): Promise<void> {
    const command = { installationId: data.installation_id, callId: newId('cal'), at: now().toISOString() };
    await this.store.run({
      name: 'RemoveEndpoint',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => under('endpoint', removeEndpoint(endpoint, command)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
    this.dispatch.wake(data.installation_id);
  }
}
