import { metaOf, type RequestContext } from '@kushk/broker';
import { workspaceSessions, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import {
  chosenOf,
  personPreferencesStream,
  preferencesIdOf,
  startSession,
  startSessionStreams,
} from '@kushk/person-session';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class StartSessionHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspaceSessions.startSession.subject)
  async handle(
    request: RequestOf<typeof workspaceSessions.startSession>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof workspaceSessions.startSession>>> {
    const { issuer, subject, session_key, name, provider_session_key: providerSessionKey, replaces } = request;
    const { state } = await this.store.load(streamRef(personPreferencesStream, preferencesIdOf(request)));
    const command = {
      issuer,
      subject,
      name,
      providerSessionKey,
      sessionId: newId('pss'),
      userAgent: request.user_agent,
      at: now().toISOString(),
    };
    return await this.store.run({
      name: 'StartSession',
      streams: startSessionStreams(session_key, replaces),
      decide: (states) =>
        mapReply(startSession(command, states), ({ sessionId, expiresAt }) => ({
          session_id: sessionId,
          expires_at: expiresAt,
          preferences: chosenOf(state),
        })),
      meta: metaOf(context),
    });
  }
}
