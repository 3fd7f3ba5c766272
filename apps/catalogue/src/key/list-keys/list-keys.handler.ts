import { respond } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { publisherStream } from '../../publisher/publisher.js';
import { Keys } from '../keys.view.js';

@Controller()
export class ListKeysHandler {
  constructor(
    private readonly store: EventStore,
    private readonly keys: Keys,
  ) {}

  @MessagePattern(catalogue.listKeys.subject)
  async handle({
    publisher_id: id,
  }: RequestOf<typeof catalogue.listKeys>): Promise<Outcome<ReplyOf<typeof catalogue.listKeys>>> {
    const { state } = await this.store.load(streamRef(publisherStream, id));
    if (state.status === 'absent') return refuse('publisher.not_found', { id });
    return respond({ items: await this.keys.ofPublisher(id) });
  }
}
