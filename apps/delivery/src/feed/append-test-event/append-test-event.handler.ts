import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { endpointStream } from '../../endpoint/endpoint.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { feedStream, type NewEvent } from '../feed.js';
import { appendTestEvent } from './append-test-event.js';

type Reply = ReplyOf<typeof delivery.appendTestEvent>;

/** In production, events come only from what happened. */
@Controller()
export class AppendTestEventHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(delivery.appendTestEvent.subject)
  async handle(
    { organisation_id, installation_id, type, data, idempotency }: RequestOf<typeof delivery.appendTestEvent>,
    context: RequestContext,
  ): Promise<Outcome<Reply>> {
    if (this.config.environment === 'production') return refuse('installation.not_found');
    // The developer chooses the data, so it need not be that of the type.
    const event = {
      eventId: newId('evt'),
      installationId: installation_id,
      eventType: type,
      createdAt: now().toISOString(),
      data,
    } as unknown as NewEvent;
    const outcome = await this.store.run({
      name: 'AppendTestEvent',
      streams: {
        endpoint: streamRef(endpointStream, installation_id),
        feed: streamRef(feedStream, installation_id),
      },
      decide: (states) => appendTestEvent({ organisationId: organisation_id, event }, states),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (outcome.accepted) this.workers.notify(installation_id);
    return outcome;
  }
}
