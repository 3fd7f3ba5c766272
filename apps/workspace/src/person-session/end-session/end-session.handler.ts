import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { workspaceSessions, type RequestOf } from '@kushk/contracts';
import { forStream, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { endSession, PersonSessions, personSessionStream } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class EndSessionHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: PersonSessions,
  ) {}

  @MessagePattern(workspaceSessions.endSession.subject)
  async handle(
    { issuer, subject, session_id: sessionId, idempotency }: RequestOf<typeof workspaceSessions.endSession>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const key = idempotencyOf(idempotency);
    // The view no longer contains a session that an earlier request with the same key ended.
    const replayed = await this.store.findReply<null>(key);
    if (replayed !== null) return replayed;
    const streamId = await this.sessions.streamOf({ issuer, subject }, sessionId);
    if (streamId === null) return refuse('session.not_found');
    const command = { sessionId, reason: 'signed_out' as const, at: now().toISOString() };
    return await this.store.run({
      name: 'EndSession',
      streams: { session: streamRef(personSessionStream, streamId) },
      decide: ({ session }) => forStream('session', endSession(command, session)),
      idempotency: key,
      meta: metaOf(context),
    });
  }
}
