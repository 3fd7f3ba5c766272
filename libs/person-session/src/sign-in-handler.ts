import { metaOf, respond, type RequestContext } from '@kushk/broker';
import type { PersonSessionRequests, PersonWithRoles, ReplyOf, RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { chosenOf, personPreferencesStream, preferencesIdOf } from './person-preferences.js';
import { SignIns } from './sign-ins.view.js';
import { startSession, startSessionStreams } from './start-session.js';

/** Handles the requests of a sign-in, which ends with the session of a cookie. */
export function signInHandler(requests: PersonSessionRequests<PersonWithRoles>) {
  @Controller()
  class SignInHandler {
    constructor(
      private readonly store: EventStore,
      private readonly signIns: SignIns,
    ) {}

    @MessagePattern(requests.beginSignIn.subject)
    async begin({ id, ...signIn }: RequestOf<typeof requests.beginSignIn>): Promise<Outcome<null>> {
      await this.signIns.begin(id, signIn, now());
      return respond(null);
    }

    @MessagePattern(requests.takeSignIn.subject)
    async take({ id }: RequestOf<typeof requests.takeSignIn>): Promise<Outcome<ReplyOf<typeof requests.takeSignIn>>> {
      const signIn = await this.signIns.take(id, now());
      return signIn === null ? refuse('auth.sign_in_expired') : respond(signIn);
    }

    @MessagePattern(requests.startSession.subject)
    async start(
      request: RequestOf<typeof requests.startSession>,
      context: RequestContext,
    ): Promise<Outcome<ReplyOf<typeof requests.startSession>>> {
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
  return SignInHandler;
}
