import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, type PublisherResource, type RequestOf } from '@kushk/contracts';
import { streamRef, forStream, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { publisherStream } from '../publisher.js';
import { addPublisher } from './add-publisher.js';

@Controller()
export class AddPublisherHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogue.addPublisher.subject)
  async handle(
    { id, name, idempotency }: RequestOf<typeof catalogue.addPublisher>,
    context: RequestContext,
  ): Promise<Outcome<PublisherResource>> {
    const command = { id, name, at: now().toISOString() };
    return await this.store.run({
      name: 'AddPublisher',
      streams: { publisher: streamRef(publisherStream, id) },
      decide: ({ publisher }) => forStream('publisher', addPublisher(command, publisher)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
