import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { PersonSession, PersonSessionFact, SessionEnd } from './person-session.js';

export interface EndSession {
  readonly sessionId: string;
  readonly reason: SessionEnd;
  readonly at: string;
}

/** Ends one session. A sign-in whose session has since been replaced by another one keeps it. */
export function endSession(
  { sessionId, reason, at }: EndSession,
  session: PersonSession,
): Decision<readonly PersonSessionFact[], null> {
  switch (session.status) {
    case 'absent':
    case 'ended':
      return refuse('session.not_found');
    case 'active': {
      const { issuer, subject } = session;
      return session.sessionId === sessionId
        ? accept([{ type: 'PersonSessionEnded', data: { issuer, subject, reason, at } }], null)
        : refuse('session.not_found');
    }
    default:
      return unreachable(session);
  }
}
