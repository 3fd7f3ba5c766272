import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Resumptions } from '../../delivery/resume-deliveries/resumptions.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { removeEndpoint } from './remove-endpoint.js';

@Controller()
export class OnInstallationRemovedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
    private readonly resumptions: Resumptions,
  ) {}

  @EventPattern<string>(installationFacts.installationRemoved.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRemoved>, context: FactContext): Promise<void> {
    const command = { installationId: data.installation_id, deliveryId: newId('cal'), at: now().toISOString() };
    await this.store.run({
      name: 'RemoveEndpoint',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => forStream('endpoint', removeEndpoint(endpoint, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    // The plugin may have stopped earlier calls with 410; it still receives `removed` once.
    await this.resumptions.resume(data.installation_id, now());
    this.workers.notify(data.installation_id);
  }
}
