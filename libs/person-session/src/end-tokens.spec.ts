import { describe, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { sara } from '../test/example-person-session.js';
import { endTokens } from './end-tokens.js';
import { personSessionStream, type PersonSessionFact } from './person-session.js';

const endedAt = (at: string): PersonSessionFact => ({
  type: 'PersonSessionEnded',
  data: { ...sara, reason: 'signed_out_at_provider', at },
});
const [nine, ten] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'];
const after = (...facts: readonly PersonSessionFact[]) => ({
  loggedOutAt: (at: string) =>
    given({ session: [personSessionStream, ...facts] }).when(({ session }) =>
      forStream('session', endTokens({ ...sara, at }, session)),
    ),
});

describe('endTokens', () => {
  it('ends the tokens that were issued before the logout', () => {
    after()
      .loggedOutAt(ten)
      .thenFactsOf({ session: [endedAt(ten)] });
    after(endedAt(nine))
      .loggedOutAt(ten)
      .thenFactsOf({ session: [endedAt(ten)] });
  });

  it('changes nothing for a logout that is repeated or older', () => {
    after(endedAt(ten)).loggedOutAt(ten).thenFactsOf({});
    after(endedAt(ten)).loggedOutAt(nine).thenFactsOf({});
  });
});
