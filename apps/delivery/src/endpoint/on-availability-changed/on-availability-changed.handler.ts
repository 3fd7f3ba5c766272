import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Resumptions } from '../../delivery/resume-deliveries/resumptions.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { feedStream } from '../../feed/feed.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeAvailability } from './change-availability.js';

@Controller()
export class OnAvailabilityChangedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
    private readonly resumptions: Resumptions,
  ) {}

  @EventPattern<string>(installationFacts.availabilityChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.availabilityChanged>, context: FactContext): Promise<void> {
    const installationId = data.installation_id;
    const command = {
      installationId,
      availability: data.status,
      callsAllowed: data.callable,
      eventId: newId('evt'),
      at: now().toISOString(),
    };
    const outcome = await this.store.run({
      name: 'ChangeAvailability',
      streams: { endpoint: streamRef(endpointStream, installationId), feed: streamRef(feedStream, installationId) },
      decide: (states) => changeAvailability(states, command),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    // Only an admin ends a stop after a 410 (docs/reference/delivery.md): the end of a suspension does not.
    if (outcome.accepted && outcome.reply.pauseEnded) await this.resumptions.resume(installationId, now());
    this.workers.notify(installationId);
  }
}
