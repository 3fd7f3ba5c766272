/**
 * A session of a person, on the hub or on an instance. Handles are bound to it, and end with it. One stream per
 * sign-in, whose id is the session key: the keyed hash of a session cookie, or the hash of the provider's session that
 * a bearer token names. And one per person whom the provider has signed out everywhere: it ends all tokens that were
 * issued before (`tokensKeyOf`).
 */
import { inputHash } from '@kushk/credentials';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** A session ends when it is not used for this time. */
export const IDLE_SECONDS = 8 * 3_600;
/** A session ends after this time, however often it is used. */
export const LIFETIME_SECONDS = 7 * 86_400;
/** Uses are recorded at most this often, so that a session in use does not add a fact per request. */
export const USE_RECORDED_EVERY_SECONDS = 900;

/**
 * `browser`: the session of a cookie. It is the credential, so what has ended never starts again. `token`: the session
 * of a bearer token, which proves the sign-in by itself. It starts with the first use, and starts again after it has
 * expired.
 */
export type SessionKind = 'browser' | 'token';
/**
 * `role_lost`: the person lost the last role. `signed_out_at_provider`: the provider's back-channel logout.
 * `replaced`: another sign-in in the same browser.
 */
export type SessionEnd = 'signed_out' | 'signed_out_at_provider' | 'role_lost' | 'replaced';

export interface Identity {
  readonly issuer: string;
  /** Empty where the provider has ended a session without naming its person. */
  readonly subject: string;
}
/** The stream that ends the tokens of a person. A hash, because an issuer and a subject can be long. */
export function tokensKeyOf({ issuer, subject }: Identity): string {
  return inputHash([issuer, 'tokens', subject]);
}
export interface StartedSession extends Identity {
  readonly kind: SessionKind;
  readonly sessionId: string;
  /** The name that the provider knows; null for the session of a token. */
  readonly name: string | null;
  /** The hash of the provider's session, which back-channel logout names; null when the provider named none. */
  readonly providerSessionKey: string | null;
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
  | ({
      readonly status: 'ended';
      readonly kind: SessionKind;
      readonly reason: SessionEnd;
      readonly endedAt: string;
    } & Identity);

export const personSessionStream: StreamType<PersonSession, PersonSessionFact> = {
  category: 'person_session',
  factTypes: { PersonSessionStarted: true, PersonSessionUsed: true, PersonSessionEnded: true },
  initial: { status: 'absent' },
  stateVersion: 2,
  evolve,
};

function evolve(session: PersonSession, fact: PersonSessionFact): PersonSession {
  switch (fact.type) {
    case 'PersonSessionStarted':
      return { status: 'active', ...fact.data, lastUsedAt: fact.data.startedAt };
    case 'PersonSessionUsed':
      return session.status === 'active' ? { ...session, lastUsedAt: fact.data.at } : session;
    case 'PersonSessionEnded': {
      const { issuer, subject, reason, at: endedAt } = fact.data;
      // Only the sign-in of a token can end without a session.
      const kind = session.status === 'absent' ? 'token' : session.kind;
      return { status: 'ended', kind, issuer, subject, reason, endedAt };
    }
    default:
      return unreachable(fact);
  }
}

/** The times of a session that starts at `at`. */
export function startingAt(at: string): Pick<StartedSession, 'startedAt' | 'expiresAt' | 'idleSeconds'> {
  const expiresAt = new Date(Date.parse(at) + LIFETIME_SECONDS * 1_000).toISOString();
  return { startedAt: at, expiresAt, idleSeconds: IDLE_SECONDS };
}

/** When the session ends if it is not used again. */
export function endsAt({ lastUsedAt, idleSeconds, expiresAt }: ActiveSession): Date {
  return new Date(Math.min(Date.parse(lastUsedAt) + idleSeconds * 1_000, Date.parse(expiresAt)));
}

export function hasExpired(session: ActiveSession, at: string): boolean {
  return endsAt(session).getTime() <= Date.parse(at);
}
