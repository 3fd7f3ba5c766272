import { describe, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { signedOut, started } from '../test/example-person-session.js';
import { personSessionStream, type PersonSessionFact } from './person-session.js';
import { endSession } from './end-session.js';

const end = (sessionId: string, ...facts: readonly PersonSessionFact[]) =>
  given({ session: [personSessionStream, ...facts] }).when(({ session }) =>
    forStream('session', endSession({ sessionId, reason: 'signed_out', at: '2026-11-20T10:00:00.000Z' }, session)),
  );

describe('endSession', () => {
  it('ends the session with this id', () => {
    end('pss_1', started).thenFactsOf({ session: [signedOut] });
  });

  it('refuses a session that has ended, or that the sign-in has replaced', () => {
    end('pss_1', started, signedOut).thenRefuses('session.not_found');
    end('pss_0', started).thenRefuses('session.not_found');
    end('pss_1').thenRefuses('session.not_found');
  });
});
