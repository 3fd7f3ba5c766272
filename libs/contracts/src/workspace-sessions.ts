/** Requests and replies of the workspace service for the sessions of people, and the checks that handles need. */
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

/**
 * A sign-in of a person at the OpenID Connect provider. `session_key` identifies the provider's session (`sid`), or
 * the access token when it names no session: a hash, so that it reveals nothing about the token.
 */
export interface SignIn {
  readonly issuer: string;
  readonly subject: string;
  readonly session_key: string;
}
/** A session of a person on this instance, as the person sees it. Times are RFC 3339 in UTC. */
export interface PersonSessionResource {
  readonly id: string;
  /** Whether the request that lists the sessions belongs to this one. */
  readonly current: boolean;
  readonly started_at: string;
  /** Rounded down to a quarter of an hour. */
  readonly last_used_at: string;
  /** When the session ends at the latest, however often it is used. */
  readonly expires_at: string;
  /** The `User-Agent` that started the session; null when there was none. */
  readonly user_agent: string | null;
}
/** The person and the session that a handle names. */
export interface HandleBearer {
  readonly organisation_id: string;
  readonly person_id: string;
  readonly session_id: string;
}

/** The person of a handle, as the organisation knows the person now. */
export interface HandlePerson {
  readonly name: string;
  readonly role: 'admin' | 'member';
}

export const workspaceSessions = {
  /**
   * Continues the session of a sign-in, or starts one. Rejects with `auth.token_invalid` when the sign-in was ended.
   */
  useSession: command<SignIn & { user_agent: string | null }, { session_id: string; expires_at: string }>(
    'workspace',
    'person-session.use',
  ),
  /** Ends the session of a sign-in, and refuses its tokens from now on. Repeatable. */
  signOut: command<SignIn & { idempotency?: RequestIdempotency }, null>('workspace', 'person-session.sign-out'),
  /** Ends one session of the person. Rejects with `session.not_found`. */
  endSession: command<{ issuer: string; subject: string; session_id: string; idempotency?: RequestIdempotency }, null>(
    'workspace',
    'person-session.end',
  ),
  /** The person's sessions that have not ended, newest first. */
  listSessions: query<SignIn & PageRequest, Page<PersonSessionResource>>('workspace', 'person-session.list'),
  /**
   * Finds out whether a sign-in is valid on this instance. Rejects with `auth.token_invalid` when it was ended, and
   * with `auth.role_missing` for anyone who belongs to no organisation and not to the staff.
   */
  authenticateSignIn: query<SignIn, null>('workspace', 'person-session.authenticate'),
  /**
   * Checks 1 to 256 distinct bearers of handles. `results` are in the order of `handles`. A result is null when the
   * session has ended, or when the person no longer belongs to the organisation. The service reads its state after the
   * request has arrived, so that an ended session counts for the next call.
   */
  checkHandles: query<{ handles: readonly HandleBearer[] }, { results: readonly (HandlePerson | null)[] }>(
    'workspace',
    'person-session.check-handles',
  ),
};
