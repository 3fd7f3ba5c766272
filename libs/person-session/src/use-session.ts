import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import {
  hasExpired,
  startingAt,
  USE_RECORDED_EVERY_SECONDS,
  type ActiveSession,
  type Identity,
  type PersonSession,
  type PersonSessionFact,
} from './person-session.js';

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
type UseDecision = Decision<readonly PersonSessionFact[], UsedSession>;

/**
 * Continues the session of a sign-in. For a bearer token, starts a new one when there is none, when it has expired, or
 * when it ended because the person had lost the last role: the token still proves who the person is. A sign-in that the
 * person ended stays ended, and so does every session of a cookie.
 */
export function useSession(command: UseSession, session: PersonSession): UseDecision {
  switch (session.status) {
    case 'absent':
      return start(command);
    case 'active':
      if (hasExpired(session, command.at))
        return session.kind === 'browser' ? refuse('auth.token_invalid') : start(command);
      return recordUse(command, session);
    case 'ended':
      if (session.kind === 'browser') return refuse('auth.token_invalid');
      switch (session.reason) {
        case 'signed_out':
        case 'signed_out_at_provider':
        case 'replaced':
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

function recordUse({ at }: UseSession, { sessionId, expiresAt, lastUsedAt }: ActiveSession): UseDecision {
  const unrecordedMs = Date.parse(at) - Date.parse(lastUsedAt);
  const used: readonly PersonSessionFact[] =
    unrecordedMs >= USE_RECORDED_EVERY_SECONDS * 1_000 ? [{ type: 'PersonSessionUsed', data: { at } }] : [];
  return accept(used, { sessionId, expiresAt });
}

function start({ issuer, subject, newSessionId: sessionId, userAgent, at }: UseSession): UseDecision {
  const times = startingAt(at);
  const data = {
    kind: 'token' as const,
    sessionId,
    issuer,
    subject,
    name: null,
    providerSessionKey: null,
    userAgent,
    ...times,
  };
  return accept([{ type: 'PersonSessionStarted', data }], { sessionId, expiresAt: times.expiresAt });
}
