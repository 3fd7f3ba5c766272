import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { recordHandover } from './record-handover.js';

/**
 * Usually the installation service publishes this fact because of the delivery service's own `installedAnswered`, so
 * nothing changes. The fact is new information only when an admin has read the credentials.
 */
@Controller()
export class OnInstallationInstalledHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
    private readonly cancelledCalls: CancelledCalls,
  ) {}

  @EventPattern<string>(installationFacts.installationInstalled.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationInstalled>, context: FactContext): Promise<void> {
    const at = now().toISOString();
    await this.store.run({
      name: 'RecordHandover',
      streams: { endpoint: streamRef(endpointStream, data.installation_id) },
      decide: ({ endpoint }) => forStream('endpoint', recordHandover(endpoint, at)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    await this.cancelledCalls.delete(data.installation_id, now());
    this.workers.notify(data.installation_id);
  }
}
