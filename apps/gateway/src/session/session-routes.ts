/** The sessions of a signed-in person on this instance: handles end with them (docs/reference/wire-formats.md). */
import { workspaceSessions } from '@kushk/contracts';
import { pageOf } from '@kushk/edge';
import type { SignedInCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route } from '../http/route.js';

const { proxyRoute } = routesFor<SignedInCaller>('signed_in', '/session');

type SignedInCall = Call<SignedInCaller, unknown, unknown>;
const ofSignIn = ({ caller }: SignedInCall) => {
  const { issuer, subject, session_key } = caller.signIn;
  return { issuer, subject, session_key };
};

export const sessionRoutes: readonly Route[] = [
  proxyRoute('POST', '/sign-out', {
    operationId: 'signOut',
    summary: 'End the session of the token; the token and all handles of the session stop working at once',
    success: 204,
    calls: workspaceSessions.signOut,
    request: (call) => ({ ...ofSignIn(call), ...call.idempotency }),
  }),
  proxyRoute('GET', '/list', {
    operationId: 'listSessionsOfPerson',
    summary: 'List your sessions that have not ended, the newest first',
    query: pageOf,
    calls: workspaceSessions.listSessions,
    request: (call) => ({ ...ofSignIn(call), ...call.query }),
  }),
  proxyRoute('DELETE', '/list/:id', {
    operationId: 'endSession',
    summary: 'End one of your sessions; its token and all its handles stop working at once',
    success: 204,
    calls: workspaceSessions.endSession,
    request: (call) => {
      const { issuer, subject } = call.caller.signIn;
      return { issuer, subject, session_id: call.params['id']!, ...call.idempotency };
    },
  }),
];
