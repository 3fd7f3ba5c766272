import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, type RegisteredInstance, type RequestOf } from '@kushk/contracts';
import { streamRef, forStream, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FleetSync } from '../sync-fleet/fleet-sync.worker.js';
import { NatsAccounts } from '../sync-fleet/nats-accounts.client.js';
import { instanceStream } from '../instance.js';
import { registerInstance } from './register-instance.js';

@Controller()
export class RegisterInstanceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly fleetSync: FleetSync,
    private readonly accounts: NatsAccounts,
  ) {}

  @MessagePattern(catalogue.registerInstance.subject)
  async handle(
    {
      id,
      name,
      plugin_api: pluginApi,
      public_key: publicKey = null,
      idempotency,
    }: RequestOf<typeof catalogue.registerInstance>,
    context: RequestContext,
  ): Promise<Outcome<RegisteredInstance>> {
    const created = await this.accounts.newLink(id, null);
    const command = { id, name, pluginApi, publicKey, link: created?.keys ?? null, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RegisterInstance',
      streams: { instance: streamRef(instanceStream, id) },
      decide: ({ instance }) => forStream('instance', registerInstance(command, instance)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (!outcome.accepted) return outcome;
    await this.fleetSync.sync();
    const { linked, ...instance } = outcome.reply;
    // The stored reply contains no credentials, so a repeated request with the same idempotency key cannot return
    // them again.
    return { ...outcome, reply: { ...instance, link: linked && !outcome.replayed ? (created?.link ?? null) : null } };
  }
}
