import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, type RequestOf } from '@kushk/contracts';
import { streamRef, forStream, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { keyStream } from '../key.js';
import { revokeKey } from './revoke-key.js';

@Controller()
export class RevokeKeyHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogue.revokeKey.subject)
  async handle(
    { publisher_id: publisherId, key_id: keyId, idempotency }: RequestOf<typeof catalogue.revokeKey>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const command = { keyId, publisherId, at: now().toISOString() };
    return await this.store.run({
      name: 'RevokeKey',
      streams: { key: streamRef(keyStream, keyId) },
      decide: ({ key }) => forStream('key', revokeKey(command, key)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
