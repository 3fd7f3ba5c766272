import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { catalogueMembers, type MemberResource, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { publisherStream } from '../../publisher/publisher.js';
import { memberIdOf, memberStream } from '../member.js';
import { addMember } from './add-member.js';

@Controller()
export class AddMemberHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogueMembers.addMember.subject)
  async handle(
    { publisher_id: publisherId, subject, name, by, idempotency }: RequestOf<typeof catalogueMembers.addMember>,
    context: RequestContext,
  ): Promise<Outcome<MemberResource>> {
    const command = { publisherId, subject, name, by, at: now().toISOString() };
    return await this.store.run({
      name: 'AddMember',
      streams: {
        publisher: streamRef(publisherStream, publisherId),
        member: streamRef(memberStream, memberIdOf(publisherId, subject)),
      },
      decide: (states) => addMember(command, states),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
