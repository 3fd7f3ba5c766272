import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  abandoned,
  at,
  givenUp,
  newVersion,
  reached,
  reachedAs,
  reachedUpdate,
  requested,
} from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { confirmListening } from './confirm-listening.js';

const address = '10.213.0.2:8080';
const command = { version: '1.0.0', address, at };

describe('confirmListening', () => {
  it('records the address once, and again when it changes', () => {
    given(containerStream, requested)
      .when((container) => confirmListening(container, command))
      .thenFacts(reached)
      .thenState({ status: 'running', listening: { version: '1.0.0', address } })
      .when((container) => confirmListening(container, command))
      .thenFacts()
      .when((container) => confirmListening(container, { ...command, address: '10.213.0.18:8080' }))
      .thenState({ listening: { address: '10.213.0.18:8080' } });
  });

  it('announces a new version once, and does not end the update', () => {
    given(containerStream, requested, reached, newVersion)
      .when((container) => confirmListening(container, command))
      .thenFacts()
      .when((container) => confirmListening(container, { ...command, version: '1.1.0' }))
      .thenFacts(reachedUpdate)
      .thenState({ status: 'updating', isReached: true, spec: { version: '1.1.0' } })
      .when((container) => confirmListening(container, { ...command, version: '1.1.0' }))
      .thenFacts();
  });

  it('records the address for the version of the installation after that version was given up', () => {
    given(containerStream, requested, reached, newVersion, reachedUpdate, givenUp)
      .when((container) => confirmListening(container, command))
      .thenFacts(reachedAs('1.0.0', '1.1.0'))
      .thenState({ status: 'running', announcedVersion: '1.1.0' });
  });

  it('records nothing for a removed installation', () => {
    given(containerStream, requested, abandoned)
      .when((container) => confirmListening(container, command))
      .thenFacts();
  });
});
