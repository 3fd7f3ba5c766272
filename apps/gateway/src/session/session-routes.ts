/** The session of a signed-in person, and the person's other sessions and preferences (docs/reference/sign-in.md). */
import {
  catalogueSessions,
  workspaceSessions,
  type PersonOrganisation,
  type PersonPreferences,
} from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { clockAheadMs } from '@kushk/runtime';
import type { SignedInCaller } from '../authentication/caller.js';
import type { SessionRequests } from '../authentication/person-identifier.js';
import { routesFor, type Call, type Route, type SendRequest } from '../http/route.js';
import type { IdTokens } from './id-tokens.js';
import { PreferencesBody, ViewBody } from './preferences.dto.js';
import type { ProviderClient } from './provider.client.js';
import { languageOfPages, preferenceCookies, themeOfPages, type SessionCookies } from './session-cookies.js';

const { proxyRoute, compositeRoute } = routesFor<SignedInCaller>('signed_in', '/session');
const MS_PER_SECOND = 1_000;
const preferencesBody = bodyOf(PreferencesBody);

export interface SessionRoutesOptions {
  readonly role: 'hub' | 'instance';
  readonly cookies: SessionCookies;
  readonly provider: Pick<ProviderClient, 'signOutAddress'>;
  readonly idTokens: IdTokens;
}
type SignedInCall = Call<SignedInCaller, unknown, unknown>;
const ofSignIn = ({ caller }: SignedInCall) => {
  const { issuer, subject, session_key } = caller.signIn;
  return { issuer, subject, session_key };
};

/** What `GET /session` returns. */
export interface SessionOfPerson {
  /** `id` is the `sub` claim of the provider. A person of several organisations has another id in each of them. */
  readonly person: { readonly id: string; readonly name: string };
  /** The roles as staff of the hub, or of the instance. */
  readonly roles: readonly string[];
  /** On the hub: the publishers of which the person is a member. */
  readonly publishers: readonly { readonly id: string; readonly name: string }[];
  /** On an instance: the organisations of which the person is a member. */
  readonly organisations: readonly PersonOrganisation[];
  readonly language: PersonPreferences['language'];
  readonly theme: PersonPreferences['theme'];
  /** How far the test clock of the hub or of the instance runs ahead of the real time; 0 in production. */
  readonly clock_ahead_seconds: number;
}

/** The routes below `/session` that a signed-in person calls. */
export function sessionRoutes(options: SessionRoutesOptions): readonly Route[] {
  const sessions: SessionRequests = options.role === 'hub' ? catalogueSessions : workspaceSessions;
  return [
    sessionRoute(options.role),
    signOutRoute(options, sessions),
    preferencesRoute(sessions),
    ...viewRoutes(sessions),
    ...listRoutes(sessions),
  ];
}

function sessionRoute(role: 'hub' | 'instance'): Route {
  const [calls, describe] =
    role === 'hub'
      ? ([catalogueSessions.describePerson, describeOnHub] as const)
      : ([workspaceSessions.describePerson, describeOnInstance] as const);
  return compositeRoute('GET', '', {
    operationId: 'getSignIn',
    summary: 'Get the signed-in person with roles, memberships, language and theme',
    calls: [calls],
    handle: async (call, send) => ({ status: 200, body: await describe(call, send) }),
  });
}

async function describeOnHub(call: SignedInCall, send: SendRequest): Promise<SessionOfPerson> {
  const { reply } = await send(catalogueSessions.describePerson, ofSignIn(call));
  return { ...personOf(call, reply), roles: reply.roles, publishers: reply.publishers, organisations: [] };
}

async function describeOnInstance(call: SignedInCall, send: SendRequest): Promise<SessionOfPerson> {
  const { reply } = await send(workspaceSessions.describePerson, ofSignIn(call));
  return { ...personOf(call, reply), roles: reply.roles, publishers: [], organisations: reply.organisations };
}

function personOf(
  { caller, http }: SignedInCall,
  { name, preferences }: { readonly name: string | null; readonly preferences: PersonPreferences | null },
): Pick<SessionOfPerson, 'person' | 'language' | 'theme' | 'clock_ahead_seconds'> {
  const { subject } = caller.signIn;
  const { headers } = http;
  const { language, theme } = preferences ?? { language: languageOfPages(headers), theme: themeOfPages(headers) };
  const clock_ahead_seconds = Math.round(clockAheadMs() / MS_PER_SECOND);
  return { person: { id: subject, name: name ?? subject }, language, theme, clock_ahead_seconds };
}

function signOutRoute({ cookies, provider, idTokens }: SessionRoutesOptions, sessions: SessionRequests): Route {
  return compositeRoute('POST', '/sign-out', {
    operationId: 'signOut',
    summary:
      'End this session; its cookie or token and all its handles stop working at once. Open `location` then: it ends the session at the sign-in provider, too',
    calls: [sessions.signOut],
    handle: async (call, send) => {
      const { replayed } = await send(sessions.signOut, { ...ofSignIn(call), ...call.idempotency });
      const idToken = await idTokens.unseal(cookies.sealedIdToken(call.http.headers));
      return {
        status: 200,
        body: { location: await provider.signOutAddress(idToken) },
        headers: call.caller.signIn.kind === 'browser' ? { 'set-cookie': cookies.ended() } : {},
        replayed,
      };
    },
  });
}

function preferencesRoute(sessions: SessionRequests): Route {
  return compositeRoute('PUT', '/preferences', {
    operationId: 'setPreferences',
    summary: 'Choose the language and the theme of the pages, on every device',
    body: preferencesBody,
    success: 204,
    calls: [sessions.setPreferences],
    handle: async (call, send) => {
      const { issuer, subject } = call.caller.signIn;
      const { language, theme } = call.body;
      const { replayed } = await send(sessions.setPreferences, {
        issuer,
        subject,
        language,
        theme,
        ...call.idempotency,
      });
      return { status: 204, headers: { 'set-cookie': preferenceCookies({ language, theme }) }, replayed };
    },
  });
}

function viewRoutes(sessions: SessionRequests): readonly Route[] {
  return [
    proxyRoute('GET', '/views', {
      operationId: 'listViews',
      summary: 'List the lists with filters that you have given names',
      calls: sessions.listViews,
      request: ({ caller }) => ({ issuer: caller.signIn.issuer, subject: caller.signIn.subject }),
    }),
    proxyRoute('PUT', '/views', {
      operationId: 'setView',
      summary: 'Name a list with filters, on every device; `search` null removes the name',
      body: bodyOf(ViewBody),
      success: 204,
      calls: sessions.setView,
      request: (call) => {
        const { issuer, subject } = call.caller.signIn;
        const { path, name, search = null } = call.body;
        return { issuer, subject, path, name, search, ...call.idempotency };
      },
    }),
  ];
}

function listRoutes(sessions: SessionRequests): readonly Route[] {
  return [
    proxyRoute('GET', '/list', {
      operationId: 'listSessionsOfPerson',
      summary: 'List your sessions that have not ended, the newest first',
      query: pageOf,
      calls: sessions.listSessions,
      request: (call) => ({ ...ofSignIn(call), ...call.query }),
    }),
    proxyRoute('DELETE', '/list/:id', {
      operationId: 'endSession',
      summary: 'End one of your sessions; its cookie or token and all its handles stop working at once',
      success: 204,
      calls: sessions.endSession,
      request: (call) => {
        const { issuer, subject } = call.caller.signIn;
        return { issuer, subject, session_id: call.params['id']!, ...call.idempotency };
      },
    }),
  ];
}
