import { describe, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { roleLost, sara, signedOut, started } from '../test/example-person-session.js';
import { personSessionStream, type PersonSessionFact } from './person-session.js';
import { signOut } from './sign-out.js';

const at = '2026-11-20T10:00:00.000Z';
const after = (...facts: readonly PersonSessionFact[]) =>
  given({ session: [personSessionStream, ...facts] }).when(({ session }) =>
    forStream('session', signOut({ ...sara, reason: 'signed_out', at }, session)),
  );

describe('signOut', () => {
  it.each([
    ['an active session', [started]],
    ['a sign-in without a session', []],
    ['a session that ended with the last role', [started, roleLost]],
  ])('ends %s', (_title, facts) => {
    after(...facts).thenFactsOf({ session: [signedOut] });
  });

  it('changes nothing when it is repeated', () => {
    after(started, signedOut).thenFactsOf({});
  });
});
