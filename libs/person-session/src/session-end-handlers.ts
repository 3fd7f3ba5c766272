import { commandHandler, respond } from '@kushk/broker';
import type { PersonSessionRequests, PersonWithRoles } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { realNow } from '@kushk/runtime';
import { endSession } from './end-session.js';
import { personSessionStream } from './person-session.js';
import { PersonSessions } from './person-sessions.view.js';
import { SessionEnder } from './session-ender.js';
import { signOut } from './sign-out.js';

/** Handles the requests that end sessions. */
export function sessionEndHandlers(requests: PersonSessionRequests<PersonWithRoles>) {
  return [
    commandHandler(
      requests.endSession,
      { store: EventStore, sessions: PersonSessions },
      async ({ issuer, subject, session_id: sessionId }, { store, sessions }, { run, idempotency }) => {
        // The view no longer contains a session that an earlier request with the same key ended.
        const replayed = await store.findReply<null>(idempotency);
        if (replayed !== null) return replayed;
        const streamId = await sessions.streamOf({ issuer, subject }, sessionId);
        if (streamId === null) return refuse('session.not_found');
        return run({
          name: 'EndSession',
          stream: streamRef(personSessionStream, streamId),
          command: { sessionId, reason: 'signed_out', at: realNow().toISOString() } as const,
          decide: endSession,
        });
      },
    ),
    commandHandler(requests.signOut, {
      name: 'SignOut',
      command: ({ issuer, subject }) => ({
        issuer,
        subject,
        reason: 'signed_out' as const,
        at: realNow().toISOString(),
      }),
      stream: ({ session_key }) => streamRef(personSessionStream, session_key),
      decide: signOut,
    }),
    commandHandler(requests.endProviderSession, { ender: SessionEnder }, async (request, { ender }, { meta }) => {
      await ender.endProviderSession(request, meta);
      return respond(null);
    }),
  ];
}
