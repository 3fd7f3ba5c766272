import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { containerFacts, type DataOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { containerReaction as reaction } from '../container-reaction.js';
import { endpointStream } from '../endpoint.js';
import { reachContainer } from './reach-container.js';

@Controller()
export class OnContainerListeningHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
  ) {}

  @EventPattern<string>(containerFacts.containerListening.subject, { reaction })
  async react(data: DataOf<typeof containerFacts.containerListening>, context: FactContext): Promise<void> {
    const { installation_id: installationId, version, base_url: baseUrl, address, is_update: isUpdate, at } = data;
    const command = { installationId, version, baseUrl, address, ...(isUpdate && { isUpdate }), at };
    await this.store.run({
      name: 'ReachContainer',
      streams: { endpoint: streamRef(endpointStream, installationId) },
      decide: ({ endpoint }) => forStream('endpoint', reachContainer(endpoint, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    this.workers.notify(installationId);
  }
}
