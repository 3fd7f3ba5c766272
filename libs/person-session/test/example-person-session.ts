/** An example session and its facts, for the tests of the decisions. */
import type { Fact } from '@kushk/decider';
import { IDLE_SECONDS, type PersonSessionFact, type StartedSession } from '../src/person-session.js';

export const sara = { issuer: 'https://sign-in', subject: 'sara' };
export const started: Fact<'PersonSessionStarted', StartedSession> = {
  type: 'PersonSessionStarted',
  data: {
    ...sara,
    kind: 'token',
    sessionId: 'pss_1',
    name: null,
    providerSessionKey: null,
    userAgent: 'Firefox',
    startedAt: '2026-11-20T09:00:00.000Z',
    expiresAt: '2026-11-27T09:00:00.000Z',
    idleSeconds: IDLE_SECONDS,
  },
};
export const signedOut: PersonSessionFact = {
  type: 'PersonSessionEnded',
  data: { ...sara, reason: 'signed_out', at: '2026-11-20T10:00:00.000Z' },
};
export const roleLost: PersonSessionFact = {
  type: 'PersonSessionEnded',
  data: { ...sara, reason: 'role_lost', at: '2026-11-20T10:00:00.000Z' },
};
/** The session of a cookie, at the same time as `started`. */
export const browserStarted: PersonSessionFact = {
  type: 'PersonSessionStarted',
  data: { ...started.data, kind: 'browser', name: 'سارا', providerSessionKey: 'key of the provider' },
};
