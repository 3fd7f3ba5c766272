import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { hashCredential, last4, newCredential } from '@kushk/credentials';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { publisherStream } from '../../publisher/publisher.js';
import { keyStream } from '../key.js';
import { issueKey, type IssueKey } from './issue-key.js';

@Controller()
export class IssueKeyHandler {
  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(catalogue.issueKey.subject)
  async handle(
    request: RequestOf<typeof catalogue.issueKey>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof catalogue.issueKey>>> {
    const { purpose } = request;
    const secret = newCredential(purpose === 'registry' ? 'kr' : 'kp');
    const command: IssueKey = {
      keyId: newId('key'),
      publisherId: request.publisher_id,
      label: request.label,
      hash: hashCredential(this.config.pepper, secret),
      last4: last4(secret),
      expiresAt: request.expires_at,
      ...(purpose === 'registry' && { purpose }),
      at: now().toISOString(),
    };
    const outcome = await this.store.run({
      name: 'IssueKey',
      streams: { publisher: streamRef(publisherStream, command.publisherId), key: streamRef(keyStream, command.keyId) },
      decide: (states) => issueKey(command, states),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
    // The stored reply contains no secret, so a repeated request with the same idempotency key cannot return it
    // again.
    return outcome.accepted
      ? { ...outcome, reply: { key: outcome.reply, secret: outcome.replayed ? null : secret } }
      : outcome;
  }
}
