/**
 * Requests and replies for the sessions of signed-in people (docs/reference/sign-in.md). The catalogue has the sessions
 * of the hub, and the workspace those of an instance.
 */
import { requiresNoRole } from './caller-policy.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

/**
 * A sign-in of a person. `session_key` identifies it: the keyed hash of a session cookie, or the hash of the provider's
 * session (`sid`) or of the access token when it names no session. It reveals nothing about the cookie or the token.
 */
export interface SignIn {
  readonly issuer: string;
  readonly subject: string;
  readonly session_key: string;
  /** When the token was issued, RFC 3339 in UTC; absent for a cookie. */
  readonly issued_at?: string;
}
/** A session of a person, as the person sees it. Times are RFC 3339 in UTC. */
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
/** What a person has chosen for the pages. */
export interface PersonPreferences {
  readonly language: 'fa' | 'en';
  readonly theme: 'auto' | 'light' | 'dark';
}
/** A list with filters that a person has given a name. */
export interface SavedView {
  /** The address of the list, `/cases`. */
  readonly path: string;
  /** Unique among the views of the list. */
  readonly name: string;
  /** The filters as the address has them, `?q=rent`. */
  readonly search: string;
}
/** A sign-in that is under way at the provider. `id` is a keyed hash of the browser's cookie and of `state`. */
export interface SignInUnderWay {
  readonly id: string;
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string;
  readonly nonce: string;
  /** The path of this service to which the person returns. */
  readonly return_to: string;
  /** The session key of the cookie that the browser has, or null. */
  readonly replaces: string | null;
}
/** The session of a cookie. */
export interface BrowserSession {
  readonly issuer: string;
  readonly subject: string;
  readonly session_id: string;
  readonly name: string | null;
  /** Whether a use must be recorded with `useSession`. */
  readonly is_use_due: boolean;
}

/** The roles of a person as staff, and the person's name; none and null for a person without any role. */
export interface PersonWithRoles {
  readonly name: string | null;
  readonly roles: readonly string[];
}
export interface HubPerson extends PersonWithRoles {
  readonly publishers: readonly { readonly id: string; readonly name: string }[];
}

const OWN = 'it changes only what belongs to the caller';

/** The requests of one of the two services that store sessions. `Person` is what it knows of a person. */
export const personSessionRequests = <Person extends PersonWithRoles>(service: 'catalogue' | 'workspace') => ({
  /**
   * Continues the session of a sign-in. Starts one for the first request of a token. Rejects with `auth.token_invalid`
   * when the sign-in was ended, or when the session of a cookie has expired.
   */
  useSession: command<SignIn & { user_agent: string | null }, { session_id: string; expires_at: string }>(
    service,
    'person-session.use',
    requiresNoRole(OWN),
  ),
  /** Ends the session of a sign-in, and refuses its cookie or tokens from now on. Repeatable. */
  signOut: command<SignIn & { idempotency?: RequestIdempotency }, null>(
    service,
    'person-session.sign-out',
    requiresNoRole(OWN),
  ),
  /** Ends one session of the person. Rejects with `session.not_found`. */
  endSession: command<{ issuer: string; subject: string; session_id: string; idempotency?: RequestIdempotency }, null>(
    service,
    'person-session.end',
    requiresNoRole(OWN),
  ),
  /** The person's sessions that have not ended, newest first. */
  listSessions: query<SignIn & PageRequest, Page<PersonSessionResource>>(service, 'person-session.list'),
  /**
   * Finds out whether the sign-in of a token is valid. Rejects with `auth.token_invalid` when it was ended, and with
   * `auth.role_missing` for anyone without a role.
   */
  authenticateSignIn: query<SignIn, null>(service, 'person-session.authenticate'),
  /** Finds the session of a cookie. Rejects with `auth.token_invalid` when it has ended or never existed. */
  authenticateSession: query<{ session_key: string }, BrowserSession>(service, 'person-session.authenticate-session'),
  /** Stores a sign-in for ten minutes. */
  beginSignIn: command<SignInUnderWay, null>(service, 'person-session.begin-sign-in'),
  /** Returns a sign-in once. Rejects with `auth.sign_in_expired`. */
  takeSignIn: command<{ id: string }, Omit<SignInUnderWay, 'id'>>(service, 'person-session.take-sign-in'),
  /** Starts the session of a new cookie, and ends the one that it replaces. `preferences` are those of the person. */
  startSession: command<
    SignIn & {
      name: string | null;
      provider_session_key: string | null;
      user_agent: string | null;
      replaces: string | null;
    },
    { session_id: string; expires_at: string; preferences: PersonPreferences | null }
  >(service, 'person-session.start'),
  /**
   * Ends the sessions that the provider signs out, and their tokens: those of its session, or, when it names none, all
   * of the person that started before `issued_at`. Repeatable.
   */
  endProviderSession: command<
    { issuer: string; subject: string | null; provider_session_key: string | null; issued_at: string },
    null
  >(service, 'person-session.end-at-provider'),
  setPreferences: command<
    { issuer: string; subject: string; idempotency?: RequestIdempotency } & PersonPreferences,
    null
  >(service, 'person-session.set-preferences', requiresNoRole(OWN)),
  /** All views of the person, at most a hundred, in the order in which they were saved. */
  listViews: query<{ issuer: string; subject: string }, { readonly views: readonly SavedView[] }>(
    service,
    'person-session.list-views',
  ),
  /** Saves a view in place of the one with its name. With `search` null, removes it. Rejects with `quota.exceeded`. */
  setView: command<
    {
      issuer: string;
      subject: string;
      path: string;
      name: string;
      search: string | null;
      idempotency?: RequestIdempotency;
    },
    null
  >(service, 'person-session.set-view', requiresNoRole(OWN)),
  describePerson: query<SignIn, Person & { readonly preferences: PersonPreferences | null }>(
    service,
    'person-session.describe-person',
  ),
});
export type PersonSessionRequests<Person extends PersonWithRoles> = ReturnType<typeof personSessionRequests<Person>>;

/** A literal, because the OpenAPI documents find the requests of a parameter by the constant of its type. */
export const catalogueSessions = { ...personSessionRequests<HubPerson>('catalogue') };
