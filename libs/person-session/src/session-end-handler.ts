import { idempotencyOf, metaOf, respond, type RequestContext } from '@kushk/broker';
import type { PersonSessionRequests, PersonWithRoles, RequestOf } from '@kushk/contracts';
import { forStream, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { endSession } from './end-session.js';
import { personSessionStream } from './person-session.js';
import { PersonSessions } from './person-sessions.view.js';
import { SessionEnder } from './session-ender.js';
import { signOut } from './sign-out.js';

/** Handles the requests that end sessions. */
export function sessionEndHandler(requests: PersonSessionRequests<PersonWithRoles>) {
  @Controller()
  class SessionEndHandler {
    constructor(
      private readonly store: EventStore,
      private readonly sessions: PersonSessions,
      private readonly ender: SessionEnder,
    ) {}

    @MessagePattern(requests.endSession.subject)
    async end(
      { issuer, subject, session_id: sessionId, idempotency }: RequestOf<typeof requests.endSession>,
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

    @MessagePattern(requests.signOut.subject)
    async signOut(
      { issuer, subject, session_key, idempotency }: RequestOf<typeof requests.signOut>,
      context: RequestContext,
    ): Promise<Outcome<null>> {
      const command = { issuer, subject, reason: 'signed_out' as const, at: now().toISOString() };
      return await this.store.run({
        name: 'SignOut',
        streams: { session: streamRef(personSessionStream, session_key) },
        decide: ({ session }) => forStream('session', signOut(command, session)),
        idempotency: idempotencyOf(idempotency),
        meta: metaOf(context),
      });
    }

    @MessagePattern(requests.endProviderSession.subject)
    async endAtProvider(
      request: RequestOf<typeof requests.endProviderSession>,
      context: RequestContext,
    ): Promise<Outcome<null>> {
      await this.ender.endProviderSession(request, metaOf(context));
      return respond(null);
    }
  }
  return SessionEndHandler;
}
