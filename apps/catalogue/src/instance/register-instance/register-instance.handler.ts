import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import { catalogue, type RegisteredInstance, type RequestOf } from '@kushk/contracts';
import { streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FollowFleet } from '../follow-fleet/follow-fleet.handler.js';
import { LinkAccounts } from '../follow-fleet/link-accounts.handler.js';
import { instanceStream } from '../instance.js';
import { registerInstance } from './register-instance.js';

@Controller()
export class RegisterInstanceHandler {
  constructor(
    private readonly store: EventStore,
    private readonly fleet: FollowFleet,
    private readonly accounts: LinkAccounts,
  ) {}

  @MessagePattern(catalogue.registerInstance.subject)
  async answer(
    {
      id,
      name,
      plugin_api: pluginApi,
      public_key: publicKey = null,
      once,
    }: RequestOf<typeof catalogue.registerInstance>,
    context: RequestContext,
  ): Promise<Outcome<RegisteredInstance>> {
    const fresh = await this.accounts.newLink(id, null);
    const command = { id, name, pluginApi, publicKey, link: fresh?.keys ?? null, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RegisterInstance',
      streams: { instance: streamRef(instanceStream, id) },
      decide: ({ instance }) => under('instance', registerInstance(command, instance)),
      once: onceOf(once),
      meta: metaOf(context),
    });
    if (!outcome.accepted) return outcome;
    await this.fleet.align();
    const { linked, ...instance } = outcome.reply;
    // The stored reply has no credentials, so a replay cannot show them again (contract §2).
    return { ...outcome, reply: { ...instance, link: linked && !outcome.replayed ? (fresh?.link ?? null) : null } };
  }
}
