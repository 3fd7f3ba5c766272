import { respond } from '@kushk/broker';
import { catalogueMembers, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { PersonSessions } from '@kushk/person-session';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { publisherStream } from '../../publisher/publisher.js';
import { memberIdOf, memberStream } from '../member.js';

/** Reads the stored membership on every request, so that a change counts from the next request on, on every gateway. */
@Controller()
export class AuthenticateMemberHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: PersonSessions,
  ) {}

  @MessagePattern(catalogueMembers.authenticateMember.subject)
  async handle({
    subject,
    session_key,
    publisher_id: publisherId,
  }: RequestOf<typeof catalogueMembers.authenticateMember>): Promise<
    Outcome<ReplyOf<typeof catalogueMembers.authenticateMember>>
  > {
    if (await this.sessions.isSignedOut(session_key)) return refuse('auth.token_invalid');
    const id = memberIdOf(publisherId, subject);
    const [{ state: publisher }, { state: member }] = await Promise.all([
      this.store.load(streamRef(publisherStream, publisherId)),
      this.store.load(streamRef(memberStream, id)),
    ]);
    if (publisher.status === 'absent' || member.status !== 'active')
      return refuse('publisher.not_found', { id: publisherId });
    return respond({
      publisher: { id: publisherId, name: publisher.name },
      member: { id, subject, name: member.name },
    });
  }
}
