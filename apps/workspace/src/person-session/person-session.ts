/**
 * A session of a person on this instance. Handles are bound to it, and end with it. One stream per sign-in, because
 * the end of a session also refuses the tokens of that sign-in.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** A session ends when it is not used for this time. */
export const IDLE_SECONDS = 8 * 3_600;
/** A session ends after this time, however often it is used. */
export const LIFETIME_SECONDS = 7 * 86_400;
/** Uses are recorded at most this often, so that a session in use does not add a fact per request. */
export const USE_RECORDED_EVERY_SECONDS = 900;

/** `role_lost`: the person lost the last membership of this instance. */
export type SessionEnd = 'signed_out' | 'role_lost';

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}
export interface StartedSession extends Identity {
  readonly sessionId: string;
  readonly userAgent: string | null;
  readonly startedAt: string;
  /** When the session ends at the latest. */
  readonly expiresAt: string;
  readonly idleSeconds: number;
}
export type PersonSessionFact =
  | Fact<'PersonSessionStarted', StartedSession>
  | Fact<'PersonSessionUsed', { at: string }>
  | Fact<'PersonSessionEnded', Identity & { reason: SessionEnd; at: string }>;

export type ActiveSession = { readonly status: 'active'; readonly lastUsedAt: string } & StartedSession;
export type PersonSession =
  | { readonly status: 'absent' }
  /** Also a session that nobody has used in time: see `hasExpired`. */
  | ActiveSession
  | ({ readonly status: 'ended'; readonly reason: SessionEnd } & Identity);

export const personSessionStream: StreamType<PersonSession, PersonSessionFact> = {
  category: 'person_session',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(session: PersonSession, fact: PersonSessionFact): PersonSession {
  switch (fact.type) {
    case 'PersonSessionStarted':
      return { status: 'active', ...fact.data, lastUsedAt: fact.data.startedAt };
    case 'PersonSessionUsed':
      return session.status === 'active' ? { ...session, lastUsedAt: fact.data.at } : session;
    case 'PersonSessionEnded': {
      const { issuer, subject, reason } = fact.data;
      return { status: 'ended', issuer, subject, reason };
    }
    default:
      return unreachable(fact);
  }
}

/** When the session ends if it is not used again. */
export function endsAt({ lastUsedAt, idleSeconds, expiresAt }: ActiveSession): Date {
  return new Date(Math.min(Date.parse(lastUsedAt) + idleSeconds * 1_000, Date.parse(expiresAt)));
}

export function hasExpired(session: ActiveSession, at: string): boolean {
  return endsAt(session).getTime() <= Date.parse(at);
}
