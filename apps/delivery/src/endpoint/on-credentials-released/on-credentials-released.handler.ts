import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { queueInstalled } from './queue-installed.js';

@Controller()
export class OnCredentialsReleasedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
    private readonly cancelledCalls: CancelledCalls,
  ) {}

  @EventPattern<string>(installationFacts.credentialsReleased.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.credentialsReleased>, context: FactContext): Promise<void> {
    const command = {
      installationId: data.installation_id,
      deliveryId: newId('cal'),
      sealedBody: data.sealed_lifecycle,
      at: now().toISOString(),
    };
    await this.store.run({
      name: 'QueueInstalled',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => forStream('endpoint', queueInstalled(endpoint, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    // A version that replaces one which did not accept its first credentials gets them in a call of its own.
    await this.cancelledCalls.delete(data.installation_id, now());
    this.workers.notify(data.installation_id);
  }
}
