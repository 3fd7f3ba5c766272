import { metaOf, respond, type RequestContext } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOfRows,
  type BrowserSession,
  type Page,
  type PersonSessionRequests,
  type PersonSessionResource,
  type PersonWithRoles,
  type ReplyOf,
  type RequestOf,
} from '@kushk/contracts';
import { forStream, mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { personSessionStream } from './person-session.js';
import { currentSessionId, PersonSessions } from './person-sessions.view.js';
import { useSession } from './use-session.js';

/** Handles the use of sessions, and lists them. */
export function sessionHandler(requests: PersonSessionRequests<PersonWithRoles>) {
  @Controller()
  class SessionHandler {
    constructor(
      private readonly store: EventStore,
      private readonly sessions: PersonSessions,
    ) {}

    @MessagePattern(requests.authenticateSession.subject)
    async authenticate({
      session_key,
    }: RequestOf<typeof requests.authenticateSession>): Promise<Outcome<BrowserSession>> {
      const at = now();
      const session = await this.sessions.findBrowserSession(session_key, at);
      if (session === null) return refuse('auth.token_invalid');
      const { issuer, subject, session_id, name } = session;
      return respond({ issuer, subject, session_id, name, is_use_due: currentSessionId(session, at) === null });
    }

    @MessagePattern(requests.useSession.subject)
    async use(
      { issuer, subject, session_key, user_agent: userAgent }: RequestOf<typeof requests.useSession>,
      context: RequestContext,
    ): Promise<Outcome<ReplyOf<typeof requests.useSession>>> {
      const command = { issuer, subject, newSessionId: newId('pss'), userAgent, at: now().toISOString() };
      return await this.store.run({
        name: 'UseSession',
        streams: { session: streamRef(personSessionStream, session_key) },
        decide: ({ session }) =>
          mapReply(forStream('session', useSession(command, session)), ({ sessionId, expiresAt }) => ({
            session_id: sessionId,
            expires_at: expiresAt,
          })),
        meta: metaOf(context),
      });
    }

    @MessagePattern(requests.listSessions.subject)
    async list(request: RequestOf<typeof requests.listSessions>): Promise<Outcome<Page<PersonSessionResource>>> {
      const { issuer, subject, session_key, limit } = request;
      const start = keyAfterCursor(request.cursor);
      if (start === undefined) return refuse('cursor.invalid');
      const rows = await this.sessions.list({ issuer, subject }, now(), { start, limit: limit + 1 });
      const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.session_id);
      return respond({
        items: pageRows.map((row) => ({
          id: row.session_id,
          current: row.stream_id === session_key,
          started_at: row.started_at.toISOString(),
          last_used_at: row.last_used_at.toISOString(),
          expires_at: row.expires_at.toISOString(),
          user_agent: row.user_agent,
        })),
        next_cursor,
      });
    }
  }
  return SessionHandler;
}
