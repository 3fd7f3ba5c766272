import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { catalogueMembers, type RequestOf } from '@kushk/contracts';
import { forStream, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { memberStream } from '../member.js';
import { removeMember } from './remove-member.js';

@Controller()
export class RemoveMemberHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: SessionEnder,
  ) {}

  @MessagePattern(catalogueMembers.removeMember.subject)
  async handle(
    { publisher_id: publisherId, id, by, idempotency }: RequestOf<typeof catalogueMembers.removeMember>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const command = { publisherId, id, by, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RemoveMember',
      streams: { member: streamRef(memberStream, id) },
      decide: ({ member }) => forStream('member', removeMember(command, member)),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    const { state } = await this.store.load(streamRef(memberStream, id));
    if (outcome.accepted && state.status !== 'absent')
      await this.sessions.endIfWithoutRole({ subject: state.subject }, metaOf(context));
    return outcome;
  }
}
