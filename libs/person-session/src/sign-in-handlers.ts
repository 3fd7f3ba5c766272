import { commandHandler, queryHandler, respond } from '@kushk/broker';
import type { PersonSessionRequests, PersonWithRoles } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, realNow } from '@kushk/runtime';
import { chosenOf, personPreferencesStream, preferencesIdOf } from './person-preferences.js';
import { SignIns } from './sign-ins.view.js';
import { startSession, startSessionStreams } from './start-session.js';

/** Handles the requests of a sign-in, which ends with the session of a cookie. */
export function signInHandlers(requests: PersonSessionRequests<PersonWithRoles>) {
  return [
    queryHandler(requests.beginSignIn, { signIns: SignIns }, async ({ id, ...signIn }, { signIns }) => {
      await signIns.begin(id, signIn, realNow());
      return respond(null);
    }),
    queryHandler(requests.takeSignIn, { signIns: SignIns }, async ({ id }, { signIns }) => {
      const signIn = await signIns.take(id, realNow());
      return signIn === null ? refuse('auth.sign_in_expired') : respond(signIn);
    }),
    commandHandler(requests.startSession, { store: EventStore }, async (request, { store }, { run }) => {
      const { issuer, subject, session_key, name, provider_session_key: providerSessionKey, replaces } = request;
      const { state } = await store.load(streamRef(personPreferencesStream, preferencesIdOf(request)));
      return run({
        name: 'StartSession',
        streams: startSessionStreams(session_key, replaces),
        command: {
          issuer,
          subject,
          name,
          providerSessionKey,
          sessionId: newId('pss'),
          userAgent: request.user_agent,
          at: realNow().toISOString(),
        },
        decide: (command, states) =>
          mapReply(startSession(command, states), ({ sessionId, expiresAt }) => ({
            session_id: sessionId,
            expires_at: expiresAt,
            preferences: chosenOf(state),
          })),
      });
    }),
  ];
}
