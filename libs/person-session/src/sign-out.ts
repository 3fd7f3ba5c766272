import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Identity, PersonSession, PersonSessionFact, SessionEnd } from './person-session.js';

export interface SignOut extends Identity {
  readonly reason: Extract<SessionEnd, 'signed_out' | 'signed_out_at_provider'>;
  readonly at: string;
}

/** Ends a sign-in, whether a session was started for it or not: its tokens are no longer accepted. Repeatable. */
export function signOut(
  { issuer, subject, reason, at }: SignOut,
  session: PersonSession,
): Decision<readonly PersonSessionFact[], null> {
  switch (session.status) {
    case 'absent':
    case 'active':
      return accept([{ type: 'PersonSessionEnded', data: { issuer, subject, reason, at } }], null);
    case 'ended':
      switch (session.reason) {
        case 'signed_out':
        case 'signed_out_at_provider':
        case 'replaced':
          return accept([], null);
        case 'role_lost':
          // The token of a person who has a role again would be accepted.
          return accept([{ type: 'PersonSessionEnded', data: { issuer, subject, reason, at } }], null);
        default:
          return unreachable(session.reason);
      }
    default:
      return unreachable(session);
  }
}
