import { commandHandler, pageHandler, queryHandler, respond } from '@kushk/broker';
import { pageOfRows, type PersonSessionRequests, type PersonWithRoles } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { newId, realNow } from '@kushk/runtime';
import { personSessionStream } from './person-session.js';
import { currentSessionId, PersonSessions } from './person-sessions.view.js';
import { useSession } from './use-session.js';

/** Handles the use of sessions, and lists them. */
export function sessionHandlers(requests: PersonSessionRequests<PersonWithRoles>) {
  return [
    queryHandler(requests.authenticateSession, { sessions: PersonSessions }, async ({ session_key }, { sessions }) => {
      const at = realNow();
      const session = await sessions.findBrowserSession(session_key, at);
      if (session === null) return refuse('auth.token_invalid');
      const { issuer, subject, session_id, name } = session;
      return respond({ issuer, subject, session_id, name, is_use_due: currentSessionId(session, at) === null });
    }),
    commandHandler(requests.useSession, {
      name: 'UseSession',
      command: ({ issuer, subject, user_agent: userAgent }) => ({
        ...{ issuer, subject, newSessionId: newId('pss'), userAgent, at: realNow().toISOString() },
      }),
      stream: ({ session_key }) => streamRef(personSessionStream, session_key),
      decide: (command, session) =>
        mapReply(useSession(command, session), ({ sessionId, expiresAt }) => ({
          session_id: sessionId,
          expires_at: expiresAt,
        })),
    }),
    pageHandler(requests.listSessions, { sessions: PersonSessions }, async (request, { sessions }, start) => {
      const { issuer, subject, session_key, limit } = request;
      const rows = await sessions.list({ issuer, subject }, realNow(), { start, limit: limit + 1 });
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
    }),
  ];
}
