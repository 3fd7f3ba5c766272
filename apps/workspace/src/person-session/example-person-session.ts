/** An example session and its facts, for the tests of the decisions. */
import { IDLE_SECONDS, type PersonSessionFact } from './person-session.js';

export const sara = { issuer: 'https://sign-in', subject: 'sara' };
export const started: PersonSessionFact = {
  type: 'PersonSessionStarted',
  data: {
    ...sara,
    sessionId: 'pss_1',
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
