import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { feedStream } from '../../feed/feed.js';
import { capabilitiesFromWire } from '../capabilities.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeCapabilities } from './change-capabilities.js';

@Controller()
export class OnCapabilitiesChangedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
  ) {}

  @EventPattern<string>(installationFacts.capabilitiesChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.capabilitiesChanged>, context: FactContext): Promise<void> {
    const installationId = data.installation_id;
    const eventIds = [newId('evt'), newId('evt')] as const;
    const command = {
      installationId,
      capabilities: capabilitiesFromWire(data.capabilities),
      eventIds,
      at: now().toISOString(),
    };
    await this.store.run({
      name: 'ChangeCapabilities',
      streams: { endpoint: streamRef(endpointStream, installationId), feed: streamRef(feedStream, installationId) },
      decide: (states) => changeCapabilities(states, command),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    this.workers.notify(installationId);
  }
}
