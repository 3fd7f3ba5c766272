import { accept, refuse, streamRef, unreachable, type Decision } from '@kushk/decider';
import {
  hasExpired,
  personSessionStream,
  startingAt,
  type Identity,
  type PersonSession,
  type PersonSessionFact,
} from './person-session.js';

export interface StartSession extends Identity {
  readonly sessionId: string;
  readonly name: string | null;
  readonly providerSessionKey: string | null;
  readonly userAgent: string | null;
  readonly at: string;
}
export interface StartSessionStates {
  readonly session: PersonSession;
  /** The session that the browser had before. */
  readonly replaced: PersonSession;
}
interface StartSessionFacts {
  readonly session: readonly PersonSessionFact[];
  readonly replaced: readonly PersonSessionFact[];
}
interface NewSession {
  readonly sessionId: string;
  readonly expiresAt: string;
}

/**
 * The streams of `startSession`: the new session, and the one that the browser had before. Without one, a stream that
 * never has a fact.
 */
export function startSessionStreams(sessionKey: string, replacedKey: string | null) {
  return {
    session: streamRef(personSessionStream, sessionKey),
    replaced: streamRef(personSessionStream, replacedKey ?? `none-${sessionKey}`),
  };
}

/**
 * Starts the session of a new cookie, and ends the one that the browser had before: nobody continues under a cookie
 * that somebody else may have known.
 */
export function startSession(
  { at, ...started }: StartSession,
  { session, replaced }: StartSessionStates,
): Decision<StartSessionFacts, NewSession> {
  switch (session.status) {
    case 'absent': {
      const times = startingAt(at);
      const data = { kind: 'browser' as const, ...started, ...times };
      return accept(
        { session: [{ type: 'PersonSessionStarted', data }], replaced: endOfReplaced(replaced, at) },
        { sessionId: started.sessionId, expiresAt: times.expiresAt },
      );
    }
    case 'active':
    case 'ended':
      return refuse('auth.token_invalid');
    default:
      return unreachable(session);
  }
}

function endOfReplaced(session: PersonSession, at: string): readonly PersonSessionFact[] {
  switch (session.status) {
    case 'absent':
    case 'ended':
      return [];
    case 'active': {
      const { issuer, subject, kind } = session;
      if (kind !== 'browser' || hasExpired(session, at)) return [];
      return [{ type: 'PersonSessionEnded', data: { issuer, subject, reason: 'replaced', at } }];
    }
    default:
      return unreachable(session);
  }
}
