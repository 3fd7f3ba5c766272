import { metaOf, type RequestContext } from '@kushk/broker';
import { catalogueSessions, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { forStream, mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { personSessionStream, useSession } from '@kushk/person-session';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class UseSessionHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogueSessions.useSession.subject)
  async handle(
    { issuer, subject, session_key, user_agent: userAgent }: RequestOf<typeof catalogueSessions.useSession>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof catalogueSessions.useSession>>> {
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
}
