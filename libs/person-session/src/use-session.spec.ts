import { describe, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { browserStarted, roleLost, sara, signedOut, started } from '../test/example-person-session.js';
import { personSessionStream, type PersonSessionFact } from './person-session.js';
import { useSession } from './use-session.js';

const use = (at: string, ...facts: readonly PersonSessionFact[]) =>
  given({ session: [personSessionStream, ...facts] }).when(({ session }) =>
    forStream('session', useSession({ ...sara, newSessionId: 'pss_2', userAgent: null, at }, session)),
  );

describe('useSession', () => {
  it('starts a session that ends after seven days', () => {
    use('2026-11-20T09:00:00.000Z').thenReplies({ sessionId: 'pss_2', expiresAt: '2026-11-27T09:00:00.000Z' });
  });

  it('continues the session, and records a use at most every quarter of an hour', () => {
    use('2026-11-20T09:14:59.000Z', started)
      .thenFactsOf({})
      .thenReplies({ sessionId: 'pss_1', expiresAt: '2026-11-27T09:00:00.000Z' });
    const at = '2026-11-20T09:15:00.000Z';
    use(at, started).thenFactsOf({ session: [{ type: 'PersonSessionUsed', data: { at } }] });
  });

  it('starts another session after eight hours without use, but not before', () => {
    use('2026-11-20T16:59:59.000Z', started).thenReplies({ sessionId: 'pss_1' });
    use('2026-11-20T17:00:00.000Z', started).thenReplies({ sessionId: 'pss_2' });
  });

  it('starts another session after seven days, however often it was used', () => {
    const used: PersonSessionFact = { type: 'PersonSessionUsed', data: { at: '2026-11-27T08:59:00.000Z' } };
    use('2026-11-27T08:59:59.000Z', started, used).thenReplies({ sessionId: 'pss_1' });
    use('2026-11-27T09:00:00.000Z', started, used).thenReplies({ sessionId: 'pss_2' });
  });

  it('never starts the session of a cookie again', () => {
    use('2026-11-20T16:59:59.000Z', browserStarted).thenReplies({ sessionId: 'pss_1' });
    use('2026-11-20T17:00:00.000Z', browserStarted).thenRefuses('auth.token_invalid');
    use('2026-11-20T10:01:00.000Z', browserStarted, signedOut).thenRefuses('auth.token_invalid');
    use('2026-11-20T10:01:00.000Z', browserStarted, roleLost).thenRefuses('auth.token_invalid');
  });

  it('refuses a sign-in that the person ended, and starts a session when the person has a role again', () => {
    use('2026-11-20T10:01:00.000Z', started, signedOut).thenRefuses('auth.token_invalid');
    use('2026-11-20T10:01:00.000Z', started, roleLost).thenReplies({ sessionId: 'pss_2' });
  });
});
