import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import {
  hasExpired,
  IDLE_SECONDS,
  LIFETIME_SECONDS,
  USE_RECORDED_EVERY_SECONDS,
  type Identity,
  type PersonSession,
  type PersonSessionFact,
} from '../person-session.js';

export interface UseSession extends Identity {
  /** The id of the session, if this use starts one. */
  readonly newSessionId: string;
  readonly userAgent: string | null;
  readonly at: string;
}
interface UsedSession {
  readonly sessionId: string;
  readonly expiresAt: string;
}

/**
 * Continues the session of a sign-in. Starts a new one when there is none, when it has expired, or when it ended
 * because the person had lost the last role: the token still proves who the person is. A sign-in that the person ended
 * stays ended.
 */
export function useSession(
  command: UseSession,
  session: PersonSession,
): Decision<readonly PersonSessionFact[], UsedSession> {
  const { at } = command;
  switch (session.status) {
    case 'absent':
      return start(command);
    case 'active': {
      if (hasExpired(session, at)) return start(command);
      const { sessionId, expiresAt, lastUsedAt } = session;
      const unrecordedMs = Date.parse(at) - Date.parse(lastUsedAt);
      const used: readonly PersonSessionFact[] =
        unrecordedMs >= USE_RECORDED_EVERY_SECONDS * 1_000 ? [{ type: 'PersonSessionUsed', data: { at } }] : [];
      return accept(used, { sessionId, expiresAt });
    }
    case 'ended':
      switch (session.reason) {
        case 'signed_out':
          return refuse('auth.token_invalid');
        case 'role_lost':
          return start(command);
        default:
          return unreachable(session.reason);
      }
    default:
      return unreachable(session);
  }
}

function start({
  issuer,
  subject,
  newSessionId: sessionId,
  userAgent,
  at,
}: UseSession): Decision<readonly PersonSessionFact[], UsedSession> {
  const expiresAt = new Date(Date.parse(at) + LIFETIME_SECONDS * 1_000).toISOString();
  const data = { sessionId, issuer, subject, userAgent, startedAt: at, expiresAt, idleSeconds: IDLE_SECONDS };
  return accept([{ type: 'PersonSessionStarted', data }], { sessionId, expiresAt });
}
