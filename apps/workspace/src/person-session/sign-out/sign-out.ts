import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Identity, PersonSession, PersonSessionFact } from '../person-session.js';

/** Ends a sign-in, whether a session was started for it or not: its tokens are no longer accepted. */
export function signOut(
  { issuer, subject, at }: Identity & { readonly at: string },
  session: PersonSession,
): Decision<readonly PersonSessionFact[], null> {
  switch (session.status) {
    case 'absent':
    case 'active':
      return accept([{ type: 'PersonSessionEnded', data: { issuer, subject, reason: 'signed_out', at } }], null);
    case 'ended':
      switch (session.reason) {
        case 'signed_out':
          return accept([], null);
        case 'role_lost':
          return accept([{ type: 'PersonSessionEnded', data: { issuer, subject, reason: 'signed_out', at } }], null);
        default:
          return unreachable(session.reason);
      }
    default:
      return unreachable(session);
  }
}
