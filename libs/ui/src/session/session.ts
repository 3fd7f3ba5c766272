/** The signed-in person, as `GET /session` describes it, and what the pages do with the session. */
import { ProblemError, resultOf, sameOriginFetch, type ProblemDocument } from '@kushk/api-client';
import { setClockAhead } from '../dates/clock.js';
import type { Language } from '../texts/texts.js';

export type Theme = 'auto' | 'light' | 'dark';

interface Named {
  readonly id: string;
  readonly name: string;
}
export interface Organisation extends Named {
  readonly roles?: readonly string[];
  readonly role?: string;
  /** The person in this organisation: a `per_` id. */
  readonly person_id?: string;
}
export interface Session {
  readonly person: Named;
  /** The roles as staff of the hub or of the instance. */
  readonly roles: readonly string[];
  /** The publishers of which the person is a member; empty on an instance. */
  readonly publishers: readonly Named[];
  /** The organisations of which the person is a member; empty on the hub. */
  readonly organisations: readonly Organisation[];
  /** How far the test clock runs ahead of the real time; 0 in production. */
  readonly clock_ahead_seconds: number;
}
/** A session in the list of the person's sessions. */
export interface SessionRow {
  readonly id: string;
  readonly current: boolean;
  readonly started_at: string;
  readonly last_used_at: string;
  readonly user_agent: string | null;
}
interface SessionRows {
  readonly items: readonly SessionRow[];
  readonly next_cursor: string | null;
}

const UNAUTHORIZED = 401;

async function send<Data>(path: string, init: RequestInit = {}): Promise<Data> {
  const request = new Request(new URL(path, location.origin), { credentials: 'same-origin', ...init });
  const response = await sameOriginFetch(request);
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return resultOf(Promise.resolve({ data: body as Data, error: body as ProblemDocument, response }));
}

const withJson = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Returns the session; null without one. */
export async function fetchSession(): Promise<Session | null> {
  try {
    const session = await send<Session>('/session');
    setClockAhead(session.clock_ahead_seconds);
    return session;
  } catch (error) {
    if (error instanceof ProblemError && error.document.status === UNAUTHORIZED) return null;
    throw error;
  }
}

/** The address that signs a person in and returns to `path`, which is this page unless another is given. */
export function signInAddress(path = location.pathname + location.search): string {
  return `/session/sign-in?return_to=${encodeURIComponent(path)}`;
}

/** Notifies other tabs of this browser that the session has ended or begun. */
export const sessionChannel = new BroadcastChannel('kushk-session');

/** Ends the session here and at the provider. The page is left. */
export async function signOut(): Promise<void> {
  const { location: next } = await send<{ location: string }>('/session/sign-out', withJson('POST', {}));
  // The next person in this tab must not read what this one typed.
  sessionStorage.clear();
  sessionChannel.postMessage('ended');
  location.assign(next);
}

export const savePreferences = (preferences: { language: Language; theme: Theme }): Promise<null> =>
  send('/session/preferences', withJson('PUT', preferences));

export const fetchSessions = (cursor: string | null): Promise<SessionRows> =>
  send(`/session/list${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`);

export const endSession = (id: string): Promise<null> =>
  send(`/session/list/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** A list with filters that the person has given a name: `/cases` with `?q=rent`. */
export interface SavedView {
  readonly path: string;
  readonly name: string;
  readonly search: string;
}
export const fetchViews = (): Promise<{ readonly views: readonly SavedView[] }> => send('/session/views');

/** Saves a view in place of the one with its name; with `search` null, removes it. */
export const setView = (view: Omit<SavedView, 'search'> & { readonly search: string | null }): Promise<null> =>
  send('/session/views', withJson('PUT', view));
