import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  confirmed,
  givenUp,
  later,
  newVersion,
  reached,
  reachedUpdate,
  requested,
  specOf,
} from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { giveUpVersion } from './give-up-version.js';

const command = { version: '1.1.0', reason: 'it ended with exit code 1', at: later(120) };

describe('giveUpVersion', () => {
  it('returns to the version that ran before, and remembers why', () => {
    for (const facts of [[], [reachedUpdate]])
      given(containerStream, requested, reached, newVersion, ...facts)
        .when((container) => giveUpVersion(container, command))
        .thenFacts(givenUp)
        .thenState({ status: 'running', version: '1.1.0', spec: specOf('1.0.0'), failedVersion: { version: '1.1.0' } });
  });

  it('leaves a version its time, and one that was confirmed or replaced alone', () => {
    given(containerStream, requested, reached, newVersion)
      .when((container) => giveUpVersion(container, { ...command, at: later(119) }))
      .thenFacts()
      .when((container) => giveUpVersion(container, { ...command, version: '1.0.0' }))
      .thenFacts();
    given(containerStream, requested, reached, newVersion, reachedUpdate, confirmed)
      .when((container) => giveUpVersion(container, command))
      .thenFacts();
  });
});
