import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { browserStarted, sara, signedOut, started } from '../test/example-person-session.js';
import { personSessionStream, type PersonSessionFact } from './person-session.js';
import { startSession } from './start-session.js';

const at = '2026-11-20T10:00:00.000Z';
const next = {
  ...sara,
  sessionId: 'pss_2',
  name: 'سارا',
  providerSessionKey: 'key of the provider',
  userAgent: 'Firefox',
};
const start = (states: {
  readonly session?: readonly PersonSessionFact[];
  readonly replaced?: readonly PersonSessionFact[];
}) =>
  given({
    session: [personSessionStream, ...(states.session ?? [])],
    replaced: [personSessionStream, ...(states.replaced ?? [])],
  }).when((session) => startSession({ ...next, at }, session));
const startedNow: PersonSessionFact = {
  type: 'PersonSessionStarted',
  data: { kind: 'browser', ...next, startedAt: at, expiresAt: '2026-11-27T10:00:00.000Z', idleSeconds: 28_800 },
};

describe('startSession', () => {
  it('starts a session that ends after seven days', () => {
    start({})
      .thenFactsOf({ session: [startedNow] })
      .thenReplies({ sessionId: 'pss_2', expiresAt: '2026-11-27T10:00:00.000Z' });
  });

  it('ends the session that the browser had before, also of another person', () => {
    start({ replaced: [browserStarted] }).thenFactsOf({
      session: [startedNow],
      replaced: [{ type: 'PersonSessionEnded', data: { ...sara, reason: 'replaced', at } }],
    });
  });

  it.each([
    ['a session that has ended', [browserStarted, signedOut]],
    ['the session of a token', [started]],
  ])('leaves %s as it is', (_title, replaced) => {
    start({ replaced }).thenFactsOf({ session: [startedNow] });
  });

  it('never continues under a cookie that was used before', () => {
    start({ session: [browserStarted] }).thenRefuses('auth.token_invalid');
    start({ session: [browserStarted, signedOut] }).thenRefuses('auth.token_invalid');
  });
});
