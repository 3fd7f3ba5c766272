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
import { queueInstalled } from '../on-credentials-released/queue-installed.js';

/**
 * An admin renewed the credentials. The `installed` call delivers them; the old secret signs until the plugin accepts
 * the call.
 */
@Controller()
export class OnCredentialsRenewedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
    private readonly cancelledCalls: CancelledCalls,
  ) {}

  @EventPattern<string>(installationFacts.credentialsRenewed.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.credentialsRenewed>, context: FactContext): Promise<void> {
    const command = {
      installationId: data.installation_id,
      deliveryId: newId('cal'),
      sealedBody: data.sealed_lifecycle,
      nextSealedSecret: data.sealed_signing_secret,
      ...(data.version !== null && { version: data.version }),
      at: now().toISOString(),
    };
    await this.store.run({
      name: 'QueueRenewedInstalled',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => forStream('endpoint', queueInstalled(endpoint, command)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    await this.cancelledCalls.delete(data.installation_id, now());
    this.workers.notify(data.installation_id);
  }
}
