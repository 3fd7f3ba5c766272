import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import { catalogue, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FollowFleet } from '../follow-fleet/follow-fleet.handler.js';
import { LinkAccounts } from '../follow-fleet/link-accounts.handler.js';
import { instanceStream } from '../instance.js';
import { rotateInstanceLink } from './rotate-instance-link.js';

@Controller()
export class RotateInstanceLinkHandler {
  constructor(
    private readonly store: EventStore,
    private readonly fleet: FollowFleet,
    private readonly accounts: LinkAccounts,
  ) {}

  @MessagePattern(catalogue.rotateInstanceLink.subject)
  async answer(
    { id, once }: RequestOf<typeof catalogue.rotateInstanceLink>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof catalogue.rotateInstanceLink>>> {
    const { state } = await this.store.load(streamRef(instanceStream, id));
    const fresh = await this.accounts.newLink(id, state.status === 'absent' ? null : state.link);
    const command = { id, link: fresh?.keys ?? null, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RotateInstanceLink',
      streams: { instance: streamRef(instanceStream, id) },
      decide: ({ instance }) => under('instance', rotateInstanceLink(command, instance)),
      once: onceOf(once),
      meta: metaOf(context),
    });
    if (!outcome.accepted) return outcome;
    await this.fleet.align();
    // The stored reply has no credentials, so a replay cannot show them again (contract §2).
    return { ...outcome, reply: { ...outcome.reply, link: outcome.replayed ? null : (fresh?.link ?? null) } };
  }
}
