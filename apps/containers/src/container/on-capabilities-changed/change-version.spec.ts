import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  abandoned,
  at,
  later,
  newVersion,
  parties,
  reached,
  requested,
  specOf,
} from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { changeVersion } from './change-version.js';

const command = { ...parties, spec: specOf('1.1.0'), at };

describe('changeVersion', () => {
  it('starts the new version and remembers the one that ran, for two minutes', () => {
    given(containerStream, requested, reached)
      .when((container) => changeVersion(container, command))
      .thenFacts(newVersion)
      .thenState({ status: 'updating', previous: specOf('1.0.0'), giveUpAt: later(120) });
  });

  it('returns to the version that ran, not to one that was replaced before it ran', () => {
    given(containerStream, requested, reached, newVersion)
      .when((container) => changeVersion(container, { ...command, spec: specOf('1.2.0') }))
      .thenState({ version: '1.2.0', previous: specOf('1.0.0') });
  });

  it('has nothing to return to when no version ever ran', () => {
    given(containerStream, requested)
      .when((container) => changeVersion(container, command))
      .thenState({ status: 'starting', spec: specOf('1.1.0') });
  });

  it('deletes the container at once when the publisher hosts the new version, and creates one in the other case', () => {
    given(containerStream, requested, reached)
      .when((container) => changeVersion(container, { ...command, spec: null }))
      .thenFacts({ type: 'ContainerAbandoned', data: { deleteAfter: at, mayReturn: true, at } });
    given(containerStream)
      .when((container) => changeVersion(container, command))
      .thenState({ status: 'starting', version: '1.1.0' });
    given(containerStream)
      .when((container) => changeVersion(container, { ...command, spec: null }))
      .thenFacts();
  });

  it('starts nothing when the admin only consented to more scopes of the same version', () => {
    given(containerStream, requested, reached)
      .when((container) => changeVersion(container, { ...command, spec: specOf('1.0.0') }))
      .thenFacts();
  });

  it('appends no fact for a removed installation', () => {
    given(containerStream, requested, abandoned)
      .when((container) => changeVersion(container, command))
      .thenFacts();
  });
});
