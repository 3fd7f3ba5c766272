import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, forStream, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FleetSync } from '../sync-fleet/fleet-sync.worker.js';
import { NatsAccounts } from '../sync-fleet/nats-accounts.client.js';
import { instanceStream } from '../instance.js';
import { rotateInstanceLink } from './rotate-instance-link.js';

@Controller()
export class RotateInstanceLinkHandler {
  constructor(
    private readonly store: EventStore,
    private readonly fleetSync: FleetSync,
    private readonly accounts: NatsAccounts,
  ) {}

  @MessagePattern(catalogue.rotateInstanceLink.subject)
  async handle(
    { id, idempotency }: RequestOf<typeof catalogue.rotateInstanceLink>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof catalogue.rotateInstanceLink>>> {
    const { state } = await this.store.load(streamRef(instanceStream, id));
    const created = await this.accounts.newLink(id, state.status === 'absent' ? null : state.link);
    const command = { id, link: created?.keys ?? null, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RotateInstanceLink',
      streams: { instance: streamRef(instanceStream, id) },
      decide: ({ instance }) => forStream('instance', rotateInstanceLink(command, instance)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (!outcome.accepted) return outcome;
    await this.fleetSync.sync();
    // The stored reply contains no credentials, so a repeated request with the same idempotency key cannot return
    // them again.
    return { ...outcome, reply: { ...outcome.reply, link: outcome.replayed ? null : (created?.link ?? null) } };
  }
}
