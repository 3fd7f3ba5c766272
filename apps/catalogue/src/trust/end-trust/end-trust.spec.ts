import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, trustAdded, trustEnded } from '../../../test/example-trust.js';
import { trustStream } from '../trust.js';
import { endTrust } from './end-trust.js';

const command = { trustId: 'tru_1', publisherId: 'acme', at };

describe('end trust', () => {
  it('ends a trust once', () => {
    given(trustStream, trustAdded)
      .when((trust) => endTrust(command, trust))
      .thenFacts(trustEnded)
      .thenState({ status: 'ended', endedAt: at });
    given(trustStream, trustAdded, trustEnded)
      .when((trust) => endTrust(command, trust))
      .thenFacts();
  });

  it.each([[[]], [[trustAdded]]])('rejects a trust that the publisher does not have', (history) => {
    given(trustStream, ...history)
      .when((trust) => endTrust({ ...command, publisherId: 'beta' }, trust))
      .thenRefuses('trust.not_found', { id: 'tru_1' });
  });
});
