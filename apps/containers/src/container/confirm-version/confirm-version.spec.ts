import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, givenUp, newVersion, reached, reachedUpdate, requested, specOf } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { confirmVersion } from './confirm-version.js';

const command = { version: '1.1.0', at };

describe('confirmVersion', () => {
  it('ends an update, so that the new version is not given up any more', () => {
    given(containerStream, requested, reached, newVersion, reachedUpdate)
      .when((container) => confirmVersion(container, command))
      .thenFacts({ type: 'VersionConfirmed', data: command })
      .thenState({ status: 'running', spec: specOf('1.1.0'), announcedVersion: '1.1.0' })
      .when((container) => confirmVersion(container, command))
      .thenFacts();
  });

  it('counts the first `installed` call when the container that is new has answered it', () => {
    given(containerStream, requested, reached, newVersion)
      .when((container) => confirmVersion(container, { ...command, version: null }))
      .thenFacts();
    given(containerStream, requested, reached, newVersion, reachedUpdate)
      .when((container) => confirmVersion(container, { ...command, version: null }))
      .thenFacts({ type: 'VersionConfirmed', data: command });
  });

  it('ignores an answer of another version, and one that comes after the version was given up', () => {
    given(containerStream, requested, reached, newVersion, reachedUpdate)
      .when((container) => confirmVersion(container, { ...command, version: '1.0.0' }))
      .thenFacts();
    given(containerStream, requested, reached, newVersion, reachedUpdate, givenUp)
      .when((container) => confirmVersion(container, command))
      .thenFacts();
  });
});
